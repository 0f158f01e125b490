import type { Contestants, SubgraphSet } from '../contestants.js';
import type { LoadRequest } from '../load/load.js';
import type { Competitor } from '../measure.js';
import { graphqlPath } from './requests.js';

export const limitName = 'limit';
const stockName = '@apollo/gateway over HTTP';
const hiveName = 'Hive Gateway over HTTP';

/** The gateways that others make, with an operation for their own path. */
export async function gateways(
  contestants: Contestants,
  requests: (path: string) => LoadRequest[],
  set?: SubgraphSet,
): Promise<Competitor[]> {
  const stock = { name: stockName, origin: await contestants.stockGateway(set), requests: requests('/') };
  if (!contestants.hasHive) return [stock];
  return [stock, { name: hiveName, origin: await contestants.hiveGateway(set), requests: requests(graphqlPath) }];
}

/** Figures of design/performance.md that hold for every request against other gateways. */
export const gatewayTargets = [
  { reference: stockName, atLeast: 4 },
  { reference: hiveName, atLeast: 3 },
];

/** The same for the form with separate processes. */
export const distributedTargets = [{ reference: stockName, atLeast: 1.5 }];

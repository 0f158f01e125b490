import type { Contestants, SubgraphSet } from '../contestants.js';
import type { LoadRequest } from '../load/load.js';
import type { Competitor } from '../measure.js';
import { graphqlPath } from './requests.js';

export const limitName = 'limit';
const stockName = '@apollo/gateway over HTTP';
const hiveName = 'Hive Gateway over HTTP';

/** Gateways of other vendors, with an operation for each path. */
export async function gateways(
  contestants: Contestants,
  requests: (path: string) => LoadRequest[],
  set?: SubgraphSet,
): Promise<Competitor[]> {
  const stock = { name: stockName, origin: await contestants.stockGateway(set), requests: requests('/') };
  if (!contestants.hasHive) return [stock];
  return [stock, { name: hiveName, origin: await contestants.hiveGateway(set), requests: requests(graphqlPath) }];
}

/** Minimum ratios of every request compared with other gateways. */
export const gatewayTargets = [
  { reference: stockName, atLeast: 4 },
  { reference: hiveName, atLeast: 3 },
];

/** The targets with separate processes. */
export const distributedTargets = [{ reference: stockName, atLeast: 1.5 }];

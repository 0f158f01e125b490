import { type Contestants, databaseName, type SubgraphSet } from '../contestants.js';
import type { LoadRequest } from '../load/load.js';
import type { Competitor, SelfLoaded } from '../measure.js';
import { graphqlPath } from './requests.js';
import type { SuiteContext } from './suite.js';

export const limitName = 'limit';
export const bestName = 'best handler';
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

/** The best hand-written handler. */
export async function bestHandler(
  { contestants, alertIds }: Pick<SuiteContext, 'contestants' | 'alertIds'>,
  requests: LoadRequest[],
): Promise<Competitor> {
  return { name: bestName, origin: await contestants.bestHandler(alertIds[0] ?? ''), requests };
}

/** PostgreSQL alone, if pgbench is installed. */
export async function databaseAlone(
  { contestants, alertIds }: Pick<SuiteContext, 'contestants' | 'alertIds'>,
  what: 'list' | 'one',
): Promise<SelfLoaded[]> {
  const alone = await contestants.databaseAlone(what, alertIds);
  return alone === undefined ? [] : [alone];
}

/** Minimum ratios of the list and of one alert, whose responses are executed each time. */
export const executedTargets = {
  list: [
    { reference: bestName, atLeast: 0.9 },
    { reference: databaseName, atLeast: 0.45 },
  ],
  one: [
    { reference: bestName, atLeast: 0.8 },
    { reference: databaseName, atLeast: 0.4 },
  ],
} as const;

/** Minimum ratios of every request compared with other gateways. */
export const gatewayTargets = [
  { reference: stockName, atLeast: 4 },
  { reference: hiveName, atLeast: 3 },
];

/** The targets with separate processes. */
export const distributedTargets = [{ reference: stockName, atLeast: 4 }];

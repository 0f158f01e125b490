import { type CompetitorServers, databaseName, type SubgraphSet } from '../competitor-servers.js';
import type { LoadRequest } from '../load/load.js';
import type { Competitor, SelfLoadedCompetitor } from '../measure.js';
import { graphqlPath } from './requests.js';
import type { SuiteContext } from './suite.js';

export const fastifyName = 'Fastify handler';
export const bestName = 'best handler';
const stockName = '@apollo/gateway over HTTP';
const hiveName = 'Hive Gateway over HTTP';

/** Gateways of other vendors, each with the requests for its path. */
export async function gateways(
  servers: CompetitorServers,
  requests: (path: string) => LoadRequest[],
  set?: SubgraphSet,
): Promise<Competitor[]> {
  const stock = { name: stockName, origin: await servers.stockGateway(set), requests: requests('/') };
  if (!servers.hasHive) return [stock];
  return [stock, { name: hiveName, origin: await servers.hiveGateway(set), requests: requests(graphqlPath) }];
}

/** Starts the best handwritten handler as a competitor. */
export async function bestHandler(
  { servers, alertIds }: Pick<SuiteContext, 'servers' | 'alertIds'>,
  requests: LoadRequest[],
): Promise<Competitor> {
  return { name: bestName, origin: await servers.bestHandler(alertIds[0] ?? ''), requests };
}

/** Creates the competitor that uses PostgreSQL without a server; empty if pgbench is not installed. */
export async function createDatabaseCompetitor(
  { servers, alertIds }: Pick<SuiteContext, 'servers' | 'alertIds'>,
  label: 'list' | 'one',
): Promise<SelfLoadedCompetitor[]> {
  const alone = await servers.createDatabaseCompetitor(label, alertIds);
  return alone === undefined ? [] : [alone];
}

/** Minimum ratios for the list and for one alert if no response is cached. */
export const executedTargets = {
  list: [
    { reference: bestName, min: 0.9 },
    { reference: databaseName, min: 0.45 },
  ],
  one: [
    { reference: bestName, min: 0.8 },
    { reference: databaseName, min: 0.4 },
  ],
} as const;

/** Minimum ratios to other gateways, for every kind of request. */
export const gatewayTargets = [
  { reference: stockName, min: 4 },
  { reference: hiveName, min: 3 },
];

/** Minimum ratio to Apollo's gateway if each domain runs in a separate process. */
export const distributedTargets = [{ reference: stockName, min: 4 }];

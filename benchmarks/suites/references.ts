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

/** The best handwritten handler. */
export async function bestHandler(
  { servers, alertIds }: Pick<SuiteContext, 'servers' | 'alertIds'>,
  requests: LoadRequest[],
): Promise<Competitor> {
  return { name: bestName, origin: await servers.bestHandler(alertIds[0] ?? ''), requests };
}

/** PostgreSQL alone, if pgbench is installed. */
export async function createDatabaseCompetitor(
  { servers, alertIds }: Pick<SuiteContext, 'servers' | 'alertIds'>,
  what: 'list' | 'one',
): Promise<SelfLoadedCompetitor[]> {
  const alone = await servers.createDatabaseCompetitor(what, alertIds);
  return alone === undefined ? [] : [alone];
}

/** Minimum ratios of the list and of one alert if each request is executed, without stored responses. */
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

/** Minimum ratios of every request compared with other gateways. */
export const gatewayTargets = [
  { reference: stockName, min: 4 },
  { reference: hiveName, min: 3 },
];

/** The targets with separate processes. */
export const distributedTargets = [{ reference: stockName, min: 4 }];

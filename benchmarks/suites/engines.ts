import { alertsDatabase } from '../competitor-servers.js';
import type { LoadRequest } from '../load/load.js';
import { startRampart } from '../rampart.js';
import type { Measurement } from '../report.js';
import { compare } from './compare.js';
import { addToken, graphqlList, graphqlOne, graphqlPath, graphqlRequest, restOne } from './requests.js';
import type { SuiteContext } from './suite.js';

const reference = 'engine = apollo';
const token = 'the-administrator-of-this-benchmark';

/** A query over two domains: one resolves the endpoint of an alert, the other the domain of its hostname. */
const crossDomainQuery = `query ($first: Int!) {
  alerts(first: $first) { nodes { id severity endpoint { hostname domain { name } } } }
}`;

/**
 * Compares the execution engines of the graph (docs/decisions/0054) on the same server with the same in-process
 * subgraphs.
 */
export async function enginesSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, alertIds } = context;
  const start = (engine: string) =>
    startRampart(benchmark, {
      name: `engine-${engine}`,
      database: alertsDatabase,
      settings: { RAMPART_GATEWAY_ENGINE: engine, RAMPART_AUTH_ADMIN_TOKEN: token },
    });
  const { origin } = await start('rampart');
  const apollo = await start('apollo');
  const requestsByName: Readonly<Record<string, LoadRequest[]>> = {
    'GraphQL list of 100 alerts': graphqlList(),
    'GraphQL one alert': graphqlOne(alertIds),
    'GraphQL 20 alerts across two domains': addToken(
      [graphqlRequest(graphqlPath, crossDomainQuery, { first: 20 })],
      token,
    ),
    'REST one alert': restOne(alertIds),
  };
  const measurements: Measurement[] = [];
  for (const [label, requests] of Object.entries(requestsByName)) {
    const references = [{ name: reference, origin: apollo.origin, requests }];
    // The default engine must be at least as fast as the other one.
    const ours = [{ name: label, origin, requests, targets: [{ reference, min: 1 }] }];
    measurements.push(...(await compare(context, { label, references, ours })));
  }
  return measurements;
}

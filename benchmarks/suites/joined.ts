import type { Measurement } from '../report.js';
import { compare } from './compare.js';
import { bestHandler, bestName, fastifyName, gateways, gatewayTargets } from './references.js';
import { graphqlJoined, handwrittenJoined } from './requests.js';
import type { SuiteContext } from './suite.js';

/**
 * Measures a list of 20 alerts, each with an entity of another subgraph. Rampart calls the subgraph in process, other
 * gateways over HTTP.
 */
export async function joinedSuite(context: SuiteContext): Promise<Measurement[]> {
  const { servers, alertIds } = context;
  const fastify = await servers.fastifyHandler(alertIds[0] ?? '');
  return await compare(context, {
    label: '20 alerts with an entity',
    references: [
      { name: fastifyName, origin: fastify, requests: handwrittenJoined() },
      await bestHandler(context, handwrittenJoined()),
      ...(await gateways(servers, (path) => graphqlJoined(path))),
    ],
    ours: [
      {
        name: 'GraphQL across two subgraphs',
        ...{ origin: await servers.joinedRampart(), requests: graphqlJoined() },
        targets: [{ reference: fastifyName, min: 0.8 }, { reference: bestName, min: 0.8 }, ...gatewayTargets],
      },
    ],
  });
}

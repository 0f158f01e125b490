import type { Measurement } from '../report.js';
import { compare } from './compare.js';
import { bestHandler, bestName, gateways, gatewayTargets, limitName } from './references.js';
import { graphqlJoined, handwrittenJoined } from './requests.js';
import type { SuiteContext } from './suite.js';

/** 20 alerts, each with an entity of another subgraph: in process for Rampart, over HTTP for other gateways. */
export async function joinedSuite(context: SuiteContext): Promise<Measurement[]> {
  const { servers, alertIds } = context;
  const limit = await servers.limit(alertIds[0] ?? '');
  return await compare(context, {
    what: '20 alerts with an entity',
    references: [
      { name: limitName, origin: limit, requests: handwrittenJoined() },
      await bestHandler(context, handwrittenJoined()),
      ...(await gateways(servers, (path) => graphqlJoined(path))),
    ],
    ours: [
      {
        name: 'GraphQL across two subgraphs',
        ...{ origin: await servers.joinedRampart(), requests: graphqlJoined() },
        targets: [{ reference: limitName, min: 0.8 }, { reference: bestName, min: 0.8 }, ...gatewayTargets],
      },
    ],
  });
}

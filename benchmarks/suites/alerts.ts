import type { Measurement } from '../report.js';
import { type Comparison, compare } from './compare.js';
import {
  bestHandler,
  createDatabaseCompetitor,
  executedTargets,
  fastifyName,
  gateways,
  gatewayTargets,
} from './references.js';
import { graphqlList, graphqlOne, restList, restOne } from './requests.js';
import type { SuiteContext } from './suite.js';

/** Measures the list of 100 alerts with 22 fields, and a single alert, over REST and GraphQL. */
export async function alertsSuite(context: SuiteContext): Promise<Measurement[]> {
  return [
    ...(await compare(context, await listComparison(context))),
    ...(await compare(context, await oneComparison(context))),
  ];
}

async function listComparison(context: SuiteContext): Promise<Comparison> {
  const { servers, alertIds } = context;
  const fastify = await servers.fastifyHandler(alertIds[0] ?? '');
  const origin = await servers.rampart();
  return {
    label: 'list of 100 alerts',
    references: [
      { name: fastifyName, origin: fastify, requests: restList() },
      await bestHandler(context, restList()),
      ...(await createDatabaseCompetitor(context, 'list')),
      ...(await gateways(servers, (path) => graphqlList(path))),
    ],
    ours: [
      {
        name: 'REST list of 100 alerts',
        ...{ origin, requests: restList() },
        targets: [{ reference: fastifyName, min: 0.9 }, ...executedTargets.list, ...gatewayTargets],
      },
      {
        name: 'GraphQL list of 100 alerts',
        ...{ origin, requests: graphqlList() },
        targets: [{ reference: fastifyName, min: 0.85 }, ...executedTargets.list, ...gatewayTargets],
      },
    ],
  };
}

async function oneComparison(context: SuiteContext): Promise<Comparison> {
  const { servers, alertIds } = context;
  const fastify = await servers.fastifyHandler(alertIds[0] ?? '');
  const origin = await servers.rampart();
  return {
    label: 'one alert',
    references: [
      { name: fastifyName, origin: fastify, requests: restOne(alertIds) },
      await bestHandler(context, restOne(alertIds)),
      ...(await createDatabaseCompetitor(context, 'one')),
      ...(await gateways(servers, (path) => graphqlOne(alertIds, path))),
    ],
    ours: [
      {
        name: 'REST one alert',
        ...{ origin, requests: restOne(alertIds) },
        targets: [{ reference: fastifyName, min: 0.8 }, ...executedTargets.one, ...gatewayTargets],
      },
      {
        name: 'GraphQL one alert',
        ...{ origin, requests: graphqlOne(alertIds) },
        targets: [{ reference: fastifyName, min: 0.75 }, ...executedTargets.one, ...gatewayTargets],
      },
    ],
  };
}

import { type Competitor, measure } from '../measure.js';
import type { Measurement } from '../report.js';
import { resultOf } from './compare.js';
import { fastifyName } from './references.js';
import { assertSameResponses, graphqlList, graphqlOne, restList, restOne } from './requests.js';
import type { SuiteContext } from './suite.js';

const connections = 64;
const maxRatio = 1.5;

/** Measures the 99th percentile of the latency with many concurrent clients. */
export async function latencySuite(context: SuiteContext): Promise<Measurement[]> {
  const { servers, alertIds } = context;
  const fastify = await servers.fastifyHandler(alertIds[0] ?? '');
  const origin = await servers.rampart();
  const list = await compareSlowest(context, [
    { name: fastifyName, origin: fastify, requests: restList() },
    { name: 'REST list, p99 at 64 connections', origin, requests: restList() },
    { name: 'GraphQL list, p99 at 64 connections', origin, requests: graphqlList() },
  ]);
  const one = await compareSlowest(context, [
    { name: fastifyName, origin: fastify, requests: restOne(alertIds) },
    { name: 'REST one, p99 at 64 connections', origin, requests: restOne(alertIds) },
    { name: 'GraphQL one, p99 at 64 connections', origin, requests: graphqlOne(alertIds) },
  ]);
  return [...list, ...one];
}

async function compareSlowest(context: SuiteContext, competitors: readonly Competitor[]): Promise<Measurement[]> {
  await assertSameResponses(competitors);
  const { seconds, rounds } = context.options;
  const measured = await measure({
    ...{ load: context.benchmark.load, competitors, connections, seconds, rounds },
    onProgress: context.onProgress,
  });
  const reference = resultOf(measured, fastifyName);
  return measured
    .filter((result) => result !== reference)
    .map((result) => ({
      label: result.competitor,
      reference: fastifyName,
      ratio: result.p99Ms / reference.p99Ms,
      bound: { max: maxRatio },
      measured: `${result.p99Ms.toFixed(1)} and ${reference.p99Ms.toFixed(1)} ms`,
    }));
}

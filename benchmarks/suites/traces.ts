import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { alertsDatabase } from '../contestants.js';
import type { LoadRequest } from '../load/load.js';
import type { Competitor } from '../measure.js';
import { startRampart } from '../rampart.js';
import type { Bound, Measurement } from '../report.js';
import { compare } from './compare.js';
import { graphqlList, restOne } from './requests.js';
import type { SuiteContext } from './suite.js';

const reference = 'no traces';

/** The cost of tracing: the same server without tracing, with 1 % of the traces, and with all of them. */
export async function tracesSuite(context: SuiteContext): Promise<Measurement[]> {
  const collector = createServer((request, response) => request.resume().once('end', () => response.end()));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  try {
    const origins = {
      [reference]: await originOf(context, 'untraced', {}),
      'traces of 1 %': await originOf(context, 'traced-1', settings(collector, '0.01')),
      'traces of 100 %': await originOf(context, 'traced-100', settings(collector, '1')),
    };
    const questions = { 'GraphQL list of 100 alerts': graphqlList(), 'REST one alert': restOne(context.alertIds) };
    const measurements: Measurement[] = [];
    for (const [what, requests] of Object.entries(questions)) {
      measurements.push(...(await measurementsOf(context, { what, requests, origins })));
    }
    return measurements;
  } finally {
    collector.closeAllConnections();
    collector.close();
  }
}

function settings(collector: Server, ratio: string): Record<string, string> {
  const { port } = collector.address() as AddressInfo; // A TCP server has an AddressInfo.
  return {
    RAMPART_TELEMETRY_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    RAMPART_TELEMETRY_SAMPLE_RATIO: ratio,
  };
}

async function originOf({ bench }: SuiteContext, name: string, own: Record<string, string>): Promise<string> {
  return (await startRampart(bench, { name, database: alertsDatabase, settings: own })).origin;
}

async function measurementsOf(
  context: SuiteContext,
  { what, requests, origins }: { what: string; requests: LoadRequest[]; origins: Readonly<Record<string, string>> },
): Promise<Measurement[]> {
  const [untraced, ...traced] = Object.entries(origins).map(
    ([name, origin]): Competitor => ({ name, origin, requests }),
  );
  if (untraced === undefined) return [];
  const measurements = await compare(context, {
    what,
    references: [untraced],
    ours: traced.map((one) => ({ ...one, name: `${what}, ${one.name}`, targets: [{ reference, atLeast: 0.97 }] })),
  });
  const reportedOnly: Bound = undefined;
  return measurements.map((measurement) =>
    measurement.what.endsWith('100 %') ? { ...measurement, bound: reportedOnly } : measurement,
  );
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { alertsDatabase } from '../competitor-servers.js';
import type { ServerCopy } from '../competitors/copied-server.js';
import { cpuSecondsOf, measureBursts, type RatioInterval, ratioInterval } from '../cpu-time.js';
import type { LoadRequest } from '../load/load.js';
import { type Competitor, median } from '../measure.js';
import { serverEnvironment } from '../rampart.js';
import type { Bound, Measurement } from '../report.js';
import { assertSameResponses, graphqlList, graphqlOne, restOne } from './requests.js';
import type { SuiteContext } from './suite.js';
import { sharesOfTracing } from './traces-profiles.js';

const token = 'the-administrator-of-this-benchmark';

/** One of the measured servers, which share a process. */
interface Variant {
  readonly label: string;
  readonly reference?: string;
  /** Bound of the CPU time of a request, as a ratio to that of the reference. */
  readonly bound?: Bound;
  /** Sampling ratio of traces, from 0 to 1; absent if the server does not trace. */
  readonly sampleRatio?: string;
  readonly removesTracing?: boolean;
}

const variants: Readonly<Record<string, Variant>> = {
  removed: { label: 'code of tracing removed', removesTracing: true },
  off: { label: 'no traces', reference: 'removed', bound: { max: 1.03 } },
  again: { label: 'no traces, again', reference: 'off' },
  some: { label: '1 % of traces sampled', reference: 'off', bound: { max: 1.03 }, sampleRatio: '0.01' },
  all: { label: '100 % of traces sampled', reference: 'off', sampleRatio: '1' },
};
const names = Object.keys(variants);

/**
 * Measures the CPU time of tracing: first its share in profiles, then the same server with 1% and 100% of traces
 * sampled, without traces, and with the code of tracing removed. The row "no traces, again" shows the noise of the
 * measurement.
 */
export async function tracesSuite(context: SuiteContext): Promise<Measurement[]> {
  const collector = createServer((request, response) => request.resume().once('end', () => response.end()));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as AddressInfo; // A TCP server has an AddressInfo.
  const requestsByName: Readonly<Record<string, LoadRequest[]>> = {
    'REST one alert': restOne(context.alertIds),
    'GraphQL one alert': graphqlOne(context.alertIds),
    'GraphQL list of 100 alerts': graphqlList(),
  };
  try {
    const measurements = await sharesOfTracing(context, {
      ...{ label: 'REST one alert', requests: restOne(context.alertIds) },
      servers: [
        { label: 'share of tracing, no traces', bound: { max: 0.001 }, settings: {} },
        { label: 'share of tracing, 1 %', bound: { max: 0.03 }, settings: traceSettings(port, '0.01') },
        { label: 'share of tracing, 100 %', bound: undefined, settings: traceSettings(port, '1') },
      ],
    });
    const origins = await startCopies(context, port);
    for (const [label, requests] of Object.entries(requestsByName)) {
      const competitors = names.map((name, index) => ({ name, origin: origins[index] ?? '', requests }));
      measurements.push(...(await measurementsOf(context, label, competitors)));
    }
    return measurements;
  } finally {
    collector.closeAllConnections();
    collector.close();
  }
}

function traceSettings(collectorPort: number, sampleRatio: string): Record<string, string> {
  return {
    RAMPART_TELEMETRY_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
    RAMPART_TELEMETRY_SAMPLE_RATIO: sampleRatio,
  };
}

/** Starts the servers, and returns their origins. */
async function startCopies({ benchmark }: SuiteContext, collectorPort: number): Promise<string[]> {
  const copies = Object.entries(variants).map(([name, { sampleRatio, removesTracing = false }]): ServerCopy => {
    const traces = sampleRatio && traceSettings(collectorPort, sampleRatio);
    const settings = { RAMPART_AUTH_ADMIN_TOKEN: token, ...traces };
    const environment = serverEnvironment(benchmark, { name: `traces-${name}`, database: alertsDatabase, settings });
    return { name, environment, removesTracing };
  });
  const { lines } = await benchmark.processes.startUntilReady({
    name: 'traces',
    args: [fileURLToPath(new URL('../competitors/copied-server.js', import.meta.url)), JSON.stringify(copies)],
    workingDirectory: benchmark.subfolder('traces'),
  });
  return (lines.at(-1) ?? '').slice('ready '.length).split(' ');
}

async function measurementsOf(
  context: SuiteContext,
  label: string,
  competitors: readonly Competitor[],
): Promise<Measurement[]> {
  await assertSameResponses(competitors);
  const { connections, bursts } = context.options;
  const measured = await measureBursts({
    ...{ load: context.benchmark.load, competitors, connections, bursts },
    cpuSeconds: () => cpuSecondsOf(competitors[0]?.origin ?? '', token),
    onProgress: (text) => context.onProgress(`${label}, ${text}`),
  });
  const times = new Map(names.map((name, index) => [name, measured[index] ?? []]));
  return Object.entries(variants).flatMap(([name, variant]) => {
    if (variant.reference === undefined) return [];
    const own = times.get(name) ?? [];
    const others = times.get(variant.reference) ?? [];
    const interval = ratioInterval(own, others);
    return {
      ...{ label: `${label}, ${variant.label}`, reference: variants[variant.reference]?.label ?? '' },
      ...{ ratio: interval.ratio, bound: variant.bound },
      measured: `95 %: ${formatInterval(interval)}; ${median(own).toFixed(0)} and ${median(others).toFixed(0)} µs of CPU/request`,
    };
  });
}

function formatInterval({ lower, upper }: RatioInterval): string {
  return `${lower.toFixed(3)} to ${upper.toFixed(3)}`;
}

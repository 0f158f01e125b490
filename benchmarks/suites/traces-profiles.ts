import { join } from 'node:path';
import { alertsDatabase } from '../competitor-servers.js';
import type { LoadRequest } from '../load/load.js';
import { readProfile, shareOf } from '../profile-share.js';
import { startRampart } from '../rampart.js';
import type { Bound, Measurement } from '../report.js';
import type { SuiteContext } from './suite.js';

interface ProfiledServer {
  readonly label: string;
  readonly bound: Bound;
  readonly settings: Readonly<Record<string, string>>;
}

const tracing =
  /\/(platform\/telemetry|gateway\/tracing|@opentelemetry)\/|\/request-spans\.js$|^node:internal\/async_(local_storage|context_frame)/;
/**
 * Seconds of load before the profile, in which V8 compiles the code, and seconds of load in which a profile gets
 * thousands of samples.
 */
const [warmUpSeconds, loadSeconds] = [4, 12];

/** Profiles servers one after the other, and returns the share of tracing in the CPU time of each. */
export async function sharesOfTracing(
  context: SuiteContext,
  { label, requests, servers }: { label: string; requests: LoadRequest[]; servers: readonly ProfiledServer[] },
): Promise<Measurement[]> {
  const { benchmark, options, onProgress } = context;
  const measurements: Measurement[] = [];
  for (const [index, server] of servers.entries()) {
    const name = `profiled-${index}`;
    const profile = benchmark.subfolder(name);
    const { child, origin } = await startRampart(benchmark, {
      ...{ name, database: alertsDatabase, profile, settings: server.settings },
    });
    for (const seconds of [warmUpSeconds, loadSeconds]) {
      onProgress(`${label}, ${server.label}: profiling`);
      const { failures } = await benchmark.load.run({ origin, requests, connections: options.connections, seconds });
      if (failures > 0) throw new Error(`${server.label} failed ${failures} requests`);
    }
    await benchmark.processes.stop(child);
    const { share, samples } = shareOf(readProfile(join(profile, `${name}.cpuprofile`)), tracing, loadSeconds);
    measurements.push({
      ...{ label: `${label}, ${server.label}`, reference: 'the whole CPU time', ratio: share, bound: server.bound },
      measured: `${(share * 100).toFixed(2)} % of ${samples} samples in functions of tracing`,
    });
  }
  return measurements;
}

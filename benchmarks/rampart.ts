import { join } from 'node:path';
import { projectRoot } from '../platform/project-root.js';
import type { BenchmarkEnvironment } from './environment.js';
import type { RunningProcess } from './processes.js';

/** Path of the built command line's entry module. */
export const commandLineModule = join(projectRoot, 'dist', 'command-line', 'main.js');

export interface ServerOptions {
  /** Name of the process, its directory and its log. */
  readonly name: string;
  readonly database: string;
  /** Settings in addition to those of every server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Comma-separated parts that the server runs; default: all. */
  readonly only?: string;
  /** Directory for the CPU profile of the server; undefined disables profiling. */
  readonly profile?: string | undefined;
}

/** Settings of a server on a database of the environment. */
export function serverEnvironment(
  benchmark: BenchmarkEnvironment,
  { name, database, settings }: ServerOptions,
): Record<string, string> {
  return {
    DATABASE_URL: benchmark.databaseUrl(database),
    RAMPART_SERVER_PORT: '0',
    RAMPART_LICENSES_PORT: '0',
    RAMPART_SERVER_DATA_DIR: benchmark.subfolder(name),
    RAMPART_SERVER_LOG_LEVEL: 'warn',
    // Measures executions; the suite `unchanged` measures cached responses.
    RAMPART_SERVER_RESPONSE_CACHE_MEGABYTES: '0',
    ...settings,
  };
}

/** Starts `rampart serve` in a separate process and returns its origin. */
export async function startRampart(
  benchmark: BenchmarkEnvironment,
  options: ServerOptions,
): Promise<RunningProcess & { origin: string; licensesOrigin: string }> {
  const running = await startPart(benchmark, options);
  return { ...running, origin: addressOf('rest', running), licensesOrigin: addressOf('licenses', running) };
}

/**
 * Starts the gateway and each of the domains in separate processes (decision 0022), and returns the gateway's origin.
 */
export async function startDistributedRampart(
  benchmark: BenchmarkEnvironment,
  options: Omit<ServerOptions, 'only'> & { domains: readonly string[] },
): Promise<string> {
  const shared = { ...options.settings, RAMPART_CLUSTER_SHARED_SECRET: 'a-secret-of-the-processes-of-one-benchmark' };
  const settings: Record<string, string> = { ...shared };
  for (const domain of options.domains) {
    const part = { ...options, name: `${options.name}-${domain}`, only: domain, settings: shared };
    const running = await startPart(benchmark, part);
    settings[`RAMPART_CLUSTER_${domain.toUpperCase()}_URL`] = addressOf(`${domain}-subgraph`, running);
  }
  return addressOf('rest', await startPart(benchmark, { ...options, only: 'gateway', settings }));
}

async function startPart(benchmark: BenchmarkEnvironment, options: ServerOptions): Promise<RunningProcess> {
  return await benchmark.processes.startUntilReady({
    name: options.name,
    args: [commandLineModule, 'serve', ...(options.only === undefined ? [] : ['--only', options.only])],
    nodeOptions: profileOptions(options),
    environment: serverEnvironment(benchmark, options),
    workingDirectory: benchmark.subfolder(options.name),
  });
}

function addressOf(name: string, { lines }: RunningProcess): string {
  const line = lines.find((candidate) => candidate.startsWith(`${name}: `));
  if (line === undefined) throw new Error(`rampart serve did not print its URL (${name})`);
  return line.slice(`${name}: `.length);
}

export function profileOptions({ name, profile }: Pick<ServerOptions, 'name' | 'profile'>): string[] {
  return profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`];
}

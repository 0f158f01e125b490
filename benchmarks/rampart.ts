import { join } from 'node:path';
import { projectRoot } from '../platform/project-root.js';
import type { BenchmarkEnvironment } from './environment.js';
import type { RunningProcess } from './processes.js';

/** The real command line, as built. */
export const commandLine = join(projectRoot, 'dist', 'command-line', 'main.js');

export interface ServerOptions {
  /** Also names its folder and log. */
  readonly name: string;
  readonly database: string;
  /** Settings beside those of every server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The parts that it runs; all of them when not given. */
  readonly only?: string;
  /** Where its CPU profile goes. */
  readonly profile?: string | undefined;
}

/** Settings of a server on a database of the workbench; everything else as it comes. */
export function serverEnvironment(
  bench: BenchmarkEnvironment,
  { name, database, settings }: ServerOptions,
): Record<string, string> {
  return {
    DATABASE_URL: bench.databaseUrl(database),
    RAMPART_SERVER_PORT: '0',
    RAMPART_LICENSES_PORT: '0',
    RAMPART_SERVER_DATA_DIR: bench.subfolder(name),
    RAMPART_SERVER_LOG_LEVEL: 'warn',
    ...settings,
  };
}

/** Starts `rampart serve` in a process of its own and returns where it listens. */
export async function startRampart(
  bench: BenchmarkEnvironment,
  options: ServerOptions,
): Promise<RunningProcess & { origin: string; licensesOrigin: string }> {
  const running = await startPart(bench, options);
  return { ...running, origin: addressOf('rest', running), licensesOrigin: addressOf('licenses', running) };
}

/** Starts the gateway and each of these domains in processes of their own (decision 0022), and returns the gateway's origin. */
export async function startDistributedRampart(
  bench: BenchmarkEnvironment,
  options: Omit<ServerOptions, 'only'> & { domains: readonly string[] },
): Promise<string> {
  const shared = { ...options.settings, RAMPART_CLUSTER_SHARED_SECRET: 'a-secret-of-the-processes-of-one-benchmark' };
  const settings: Record<string, string> = { ...shared };
  for (const domain of options.domains) {
    const part = { ...options, name: `${options.name}-${domain}`, only: domain, settings: shared };
    const running = await startPart(bench, part);
    settings[`RAMPART_CLUSTER_${domain.toUpperCase()}_URL`] = addressOf(`${domain}-subgraph`, running);
  }
  return addressOf('rest', await startPart(bench, { ...options, only: 'gateway', settings }));
}

async function startPart(bench: BenchmarkEnvironment, options: ServerOptions): Promise<RunningProcess> {
  return await bench.processes.startUntilReady({
    name: options.name,
    words: [commandLine, 'serve', ...(options.only === undefined ? [] : ['--only', options.only])],
    nodeOptions: profileOptions(options),
    environment: serverEnvironment(bench, options),
    workingDirectory: bench.subfolder(options.name),
  });
}

function addressOf(name: string, { lines }: RunningProcess): string {
  const line = lines.find((each) => each.startsWith(`${name}: `));
  if (line === undefined) throw new Error(`rampart serve did not print its URL (${name})`);
  return line.slice(`${name}: `.length);
}

export function profileOptions({ name, profile }: Pick<ServerOptions, 'name' | 'profile'>): string[] {
  return profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`];
}

import { join } from 'node:path';
import { projectRoot } from '../platform/project-root.js';
import type { RunningProcess } from './processes.js';
import type { Workbench } from './workbench.js';

/** The real command line, as built. */
export const commandLine = join(projectRoot, 'dist', 'command-line', 'main.js');

export interface ServerOptions {
  /** Also names its folder and log. */
  readonly name: string;
  readonly database: string;
  /** Where its CPU profile goes. */
  readonly profile?: string | undefined;
}

/** Settings of a server on a database of the workbench; everything else as it comes. */
export function serverEnvironment(bench: Workbench, { name, database }: ServerOptions): Record<string, string> {
  return {
    DATABASE_URL: bench.databaseUrl(database),
    RAMPART_SERVER_PORT: '0',
    RAMPART_LICENSES_PORT: '0',
    RAMPART_SERVER_DATA_DIR: bench.subfolder(name),
    RAMPART_SERVER_LOG_LEVEL: 'warn',
  };
}

/** Starts `rampart serve` in a process of its own and returns where it listens. */
export async function startRampart(
  bench: Workbench,
  options: ServerOptions,
): Promise<RunningProcess & { origin: string }> {
  const running = await bench.processes.startUntilReady({
    name: options.name,
    words: [commandLine, 'serve'],
    nodeOptions: profileOptions(options),
    environment: serverEnvironment(bench, options),
    workingDirectory: bench.subfolder(options.name),
  });
  const rest = running.lines.find((line) => line.startsWith('rest: '));
  if (rest === undefined) throw new Error('rampart serve did not say where it listens');
  return { ...running, origin: rest.slice('rest: '.length) };
}

export function profileOptions({ name, profile }: Pick<ServerOptions, 'name' | 'profile'>): string[] {
  return profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`];
}

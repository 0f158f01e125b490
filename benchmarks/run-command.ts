import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { BenchmarkEnvironment } from './environment.js';
import { commandLineModule, serverEnvironment } from './rampart.js';

const sampleMs = 100;

export interface CommandRun {
  readonly seconds: number;
  /** Resident memory in bytes, sampled ten times a second; empty if the system does not report it. */
  readonly memory: readonly number[];
}

/**
 * Runs a command of the product on a database of the environment, and samples its memory.
 * @throws {Error} with the end of the output, if the exit code is not 0
 */
export async function runCommand(
  bench: BenchmarkEnvironment,
  options: { database: string; args: readonly string[]; settings?: Readonly<Record<string, string>> },
): Promise<CommandRun> {
  const { database, args, settings = {} } = options;
  const name = 'commands';
  const environment = serverEnvironment(bench, { name, database, settings });
  return await runModule(bench, { name, args: [commandLineModule, ...args], environment });
}

/**
 * Runs a module to completion, and samples its memory.
 * @throws {Error} with the end of the output, if the exit code is not 0
 */
export async function runModule(
  bench: BenchmarkEnvironment,
  options: { name: string; args: readonly string[]; environment?: Readonly<Record<string, string>> },
): Promise<CommandRun> {
  const { name, args, environment = {} } = options;
  const begin = performance.now();
  const child = bench.processes.spawn({ name, args, environment, workingDirectory: bench.subfolder(name) });
  child.stdout?.resume();
  const memory: number[] = [];
  const sampling = setInterval(() => {
    const bytes = child.pid === undefined ? undefined : residentBytes(child.pid);
    if (bytes !== undefined) memory.push(bytes);
  }, sampleMs);
  try {
    const code = await exitCode(child);
    if (code !== 0) {
      const log = readFileSync(bench.processes.logOf(name), 'utf8').trim().slice(-500);
      throw new Error(`${args.join(' ')} exited with code ${code}: ${log}`);
    }
    return { seconds: (performance.now() - begin) / 1000, memory };
  } finally {
    clearInterval(sampling);
  }
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
}

/** Resident memory on Linux; undefined elsewhere, or if the process has exited. */
function residentBytes(pid: number): number | undefined {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line === null ? undefined : Number(line[1]) * 1024;
  } catch {
    return undefined;
  }
}

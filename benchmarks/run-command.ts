import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { BenchmarkEnvironment } from './environment.js';
import { commandLineModule, serverEnvironment } from './rampart.js';

const sampleIntervalMs = 100;

export interface CommandRun {
  readonly seconds: number;
  /** Samples of the resident memory, ten per second; empty if the system does not report it. */
  readonly memoryBytes: readonly number[];
}

/**
 * Runs a command of the product on a database of the environment, and samples its memory.
 * @throws {Error} with the end of the output, if the exit code is not 0
 */
export async function runCommand(
  benchmark: BenchmarkEnvironment,
  options: { database: string; args: readonly string[]; settings?: Readonly<Record<string, string>> },
): Promise<CommandRun> {
  const { database, args, settings = {} } = options;
  const name = 'commands';
  const environment = serverEnvironment(benchmark, { name, database, settings });
  return await runModule(benchmark, { name, args: [commandLineModule, ...args], environment });
}

/**
 * Runs a module to completion, and samples its memory.
 * @throws {Error} with the end of the output, if the exit code is not 0
 */
export async function runModule(
  benchmark: BenchmarkEnvironment,
  options: { name: string; args: readonly string[]; environment?: Readonly<Record<string, string>> },
): Promise<CommandRun> {
  const { name, args, environment = {} } = options;
  const startMs = performance.now();
  const child = benchmark.processes.spawn({ name, args, environment, workingDirectory: benchmark.subfolder(name) });
  child.stdout?.resume();
  const memoryBytes: number[] = [];
  const sampling = setInterval(() => {
    const bytes = child.pid === undefined ? undefined : residentBytes(child.pid);
    if (bytes !== undefined) memoryBytes.push(bytes);
  }, sampleIntervalMs);
  try {
    const code = await exitCode(child);
    if (code !== 0) {
      const log = readFileSync(benchmark.processes.logOf(name), 'utf8').trim().slice(-500);
      throw new Error(`${args.join(' ')} exited with code ${code}: ${log}`);
    }
    return { seconds: (performance.now() - startMs) / 1000, memoryBytes };
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

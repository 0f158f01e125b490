import { readFileSync } from 'node:fs';
import { type FuzzArguments, helpText, readArguments, UsageError } from './arguments.js';
import { reproduce } from './reproduce.js';
import { Supervisor, type TargetOutcome } from './supervisor.js';
import { defaultTargets, targetSummaries } from './targets/index.js';

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const names = Object.keys(targetSummaries);
    const options = readArguments(process.argv.slice(2), names);
    if (options === undefined) {
      const targets = defaultTargets.map((name) => ({ name, description: targetSummaries[name]?.description ?? '' }));
      process.stdout.write(helpText(targets));
      return 0;
    }
    if (options.reproduce !== undefined) return await reproduceFile(options.reproduce, options);
    return await runTargets({ ...options, targets: options.targets.length === 0 ? defaultTargets : options.targets });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`fuzz: ${error.message}\n`);
    return 2;
  }
}

async function runTargets(options: FuzzArguments): Promise<number> {
  const supervisor = new Supervisor(options);
  process.stderr.write(`seed ${options.seed}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => supervisor.stop().finally(() => process.exit(130)));
  }
  const isTerminal = process.stderr.isTTY === true;
  const progress = setInterval(() => showProgress(supervisor, isTerminal), isTerminal ? 1000 : 60_000);
  try {
    await supervisor.run();
  } finally {
    clearInterval(progress);
  }
  process.stdout.write(`${isTerminal ? '\n' : ''}${tableOf(supervisor.outcomes)}\n`);
  const { kinds } = supervisor.findings;
  for (const { file, times } of kinds) process.stdout.write(`finding (${times} times): ${file}\n`);
  process.stdout.write(`${kinds.length} findings\n`);
  return kinds.length === 0 ? 0 : 1;
}

function showProgress({ outcomes, findings }: Supervisor, isTerminal: boolean): void {
  const progressByTarget = outcomes.map(({ name, executions }) => `${name} ${executions}`).join(', ');
  const line = `${progressByTarget}; ${findings.kinds.length} findings`;
  process.stderr.write(isTerminal ? `\r\x1b[K${line}` : `${new Date().toISOString()} ${line}\n`);
}

function tableOf(outcomes: readonly TargetOutcome[]): string {
  const rows = outcomes.map(({ name, executions, seconds, metrics, crashes }) => [
    name,
    String(executions),
    (executions / Math.max(seconds, 0.001)).toFixed(0),
    `${metrics?.coveredFunctions ?? 0}/${metrics?.functions ?? 0}`,
    String(metrics?.features ?? 0),
    `${metrics?.inputs ?? 0}`,
    `${metrics?.memoryMiB ?? 0}`,
    String(crashes),
  ]);
  const head = ['target', 'executions', 'per second', 'functions', 'features', 'inputs', 'MiB', 'crashes'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

async function reproduceFile(file: string, options: FuzzArguments): Promise<number> {
  let input: Buffer;
  try {
    input = readFileSync(file);
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}): name the file of a finding`,
    );
  }
  return await reproduce({ file, input, target: options.targets[0] });
}

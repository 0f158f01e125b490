import 'reflect-metadata';
import { join } from 'node:path';
import { resolveImportsOnce } from '../../command-line/module-resolution.js';
import { projectRoot } from '../../platform/project-root.js';
import { Corpus, readInputs } from './engine/corpus.js';
import { Coverage } from './engine/coverage.js';
import { CurrentInput } from './engine/current-input.js';
import { describeFailure } from './engine/findings.js';
import { Fuzzer } from './engine/fuzzer.js';
import { MemoryWatch, memoryInUse } from './engine/memory-watch.js';
import type { WorkerMessage, WorkerMetrics, WorkerTask } from './engine/messages.js';
import { Random } from './engine/random.js';
import { createDatabase } from './server/databases.js';
import { targetSummaries } from './targets/index.js';

/** Directory of committed inputs, with a subdirectory for each target. */
const committedInputs = join(projectRoot, 'test', 'fuzz', 'corpus');

// Exits if the supervisor was killed.
process.once('disconnect', () => process.exit(1));
resolveImportsOnce();
await runTask(JSON.parse(process.argv[2] ?? '{}') as WorkerTask); // The supervisor writes the task. Open handles of a target must not keep the process alive.
process.exit(0);

async function runTask(task: WorkerTask): Promise<void> {
  const { load } = targetSummaries[task.target] ?? fail(`there is no target ${task.target}`);
  const prefixes = targetSummaries[task.target]?.guidedBy ?? [];
  // Created before the code is loaded, so functions that never run are known too.
  const coverage = new Coverage(prefixes.map((prefix) => join(projectRoot, 'dist', prefix)));
  const target = await load();
  const current = new CurrentInput(task.current);
  const open = await target.open({
    folder: task.folder,
    createDatabase: () => createDatabase(task.cluster ?? fail(`${task.target} is not declared to use the database`)),
  });
  reportStrayFailures(current);
  coverage.add(coverage.take(), { withCounts: false });
  const corpus = new Corpus(task.saved);
  const fuzzer = new Fuzzer({
    ...{ target, open, coverage, corpus, random: new Random(task.seed) },
    onInput: (input) => current.write(input),
    onFailure: ({ input, report }) => send({ kind: 'finding', report, input: input.toString('base64') }),
  });
  const started = performance.now();
  const metrics = (): WorkerMetrics => ({
    ...coverage.counts(),
    executions: fuzzer.executions,
    inputs: corpus.inputs.length,
    bytes: corpus.bytes,
    seconds: (performance.now() - started) / 1000,
    memoryMiB: memoryInUse(),
  });
  const heartbeat = setInterval(() => send({ kind: 'alive', metrics: metrics() }), 1000);
  await fuzzer.load(readInputs(join(committedInputs, target.name)), readInputs(task.saved));
  await waitUntilDone(task, { fuzzer, current });
  clearInterval(heartbeat);
  await open.close();
  current.close();
  await send({ kind: 'done', metrics: metrics() });
}

async function waitUntilDone(
  task: WorkerTask,
  { fuzzer, current }: { fuzzer: Fuzzer; current: CurrentInput },
): Promise<void> {
  const memory = new MemoryWatch();
  for (let last = Date.now(); ; ) {
    if (task.executions !== undefined ? fuzzer.executions >= task.executions : Date.now() >= task.endsAt) return;
    await fuzzer.step();
    if (Date.now() - last < 500) continue;
    last = Date.now();
    const growth = memory.check();
    if (growth !== undefined) send({ kind: 'finding', report: growth, input: current.last.toString('base64') });
  }
}

function reportStrayFailures(current: CurrentInput): void {
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (thrown: unknown) => {
      send({ kind: 'finding', report: `${event}: ${describeFailure(thrown)}`, input: current.last.toString('base64') });
    });
  }
}

function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()) ?? resolve());
}

function fail(message: string): never {
  throw new Error(message);
}

import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cluster, openCluster } from '../../platform/database/index.js';
import type { FuzzArguments } from './arguments.js';
import { removeInput } from './engine/corpus.js';
import { Findings } from './engine/findings.js';
import type { DatabaseServer, WorkerMessage, WorkerMetrics, WorkerTask } from './engine/messages.js';
import { prepareServer } from './server/databases.js';
import { targetSummaries } from './targets/index.js';

/** A worker without a new input for this long is considered hung. */
const maxSilenceMs = 60_000;
/** The same limit while a worker starts its server. */
const maxStartMs = 300_000;
/** Maximum number of crashes of a target before it is abandoned. */
const maxCrashes = 20;

const quickDatabase = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' };

export interface TargetOutcome {
  readonly name: string;
  executions: number;
  seconds: number;
  metrics: WorkerMetrics | undefined;
  crashes: number;
}

/** Runs a worker for each target concurrently, and restarts those that end early. */
export class Supervisor {
  readonly findings: Findings;
  readonly outcomes: TargetOutcome[];
  readonly #folder = mkdtempSync(join(tmpdir(), 'rampart-fuzz-'));
  readonly #workers = new Set<ChildProcess>();
  readonly #options: FuzzArguments;
  #cluster: Cluster | undefined;
  #server: DatabaseServer | undefined;
  #isStopping = false;

  constructor(options: FuzzArguments) {
    this.#options = options;
    this.findings = new Findings(join(options.corpus, 'findings'));
    this.outcomes = options.targets.map((name) => ({
      ...{ name, executions: 0, seconds: 0, metrics: undefined, crashes: 0 },
    }));
    // If root runs this, PostgreSQL runs as nobody, who must be able to enter the directory.
    chmodSync(this.#folder, 0o755);
  }

  async run(): Promise<void> {
    try {
      if (this.#options.targets.some((name) => targetSummaries[name]?.usesDatabase)) {
        this.#cluster = await openCluster({ directory: join(this.#folder, 'postgresql'), settings: quickDatabase });
        this.#server = await prepareServer(this.#cluster);
      }
      const endsAt = Date.now() + this.#options.minutes * 60_000;
      await Promise.all(this.outcomes.map((outcome) => this.#waitForEnd(outcome, endsAt)));
    } finally {
      await this.stop();
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const worker of this.#workers) worker.kill('SIGKILL');
    await this.#cluster?.close();
    this.#cluster = undefined;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Starts workers until one ends normally. */
  async #waitForEnd(outcome: TargetOutcome, endsAt: number): Promise<void> {
    while (!this.#isStopping && outcome.crashes < maxCrashes) {
      const reason = await this.#runWorker(outcome, endsAt);
      if (reason === undefined || this.#isStopping) return;
      outcome.crashes++;
      if (this.#options.executions === undefined && Date.now() >= endsAt) return;
    }
  }

  /** @returns why the worker ended early; undefined if it did not */
  async #runWorker(outcome: TargetOutcome, endsAt: number): Promise<string | undefined> {
    const task = this.#taskOf(outcome, endsAt);
    const worker = this.#fork(task);
    const totalsBefore = { executions: outcome.executions, seconds: outcome.seconds };
    let isDone = false;
    let silence: NodeJS.Timeout | undefined;
    let hangs = false;
    const expectMessageWithin = (milliseconds: number) => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        hangs = true;
        worker.kill('SIGKILL');
      }, milliseconds);
    };
    expectMessageWithin(maxStartMs);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'finding') {
        this.#addFinding(outcome.name, message.report, Buffer.from(message.input, 'base64'));
        return;
      }
      if (
        message.metrics !== undefined &&
        totalsBefore.executions + message.metrics.executions !== outcome.executions
      ) {
        expectMessageWithin(maxSilenceMs);
      }
      if (message.metrics !== undefined) updateTotals(outcome, message.metrics, totalsBefore);
      isDone ||= message.kind === 'done';
    });
    const output = outputOf(worker);
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      worker.once('close', (...ended) => resolve(ended));
    });
    clearTimeout(silence);
    this.#workers.delete(worker);
    if (isDone || this.#isStopping) return undefined;
    const reason = hangs ? 'hang: the process does not respond' : `crash: the process ended with ${signal ?? code}`;
    const input = existsSync(task.current) ? readFileSync(task.current) : Buffer.alloc(0);
    this.#addFinding(outcome.name, `${reason}\n${output()}`, input);
    // Otherwise, the saved input would end each worker at its start.
    removeInput(task.saved, input);
    return reason;
  }

  #taskOf({ name, crashes, executions: executionsSoFar }: TargetOutcome, endsAt: number): WorkerTask {
    const { seed, corpus, executions } = this.#options;
    const folder = join(this.#folder, `${name}-${crashes}`);
    mkdirSync(folder, { recursive: true });
    return {
      ...{ target: name, seed: seed + crashes, folder, endsAt },
      saved: join(corpus, 'inputs', name),
      current: join(folder, 'current-input'),
      executions: executions === undefined ? undefined : Math.max(0, executions - executionsSoFar),
      cluster: this.#server,
    };
  }

  #fork(task: WorkerTask): ChildProcess {
    const worker = fork(fileURLToPath(new URL('worker.js', import.meta.url)), [JSON.stringify(task)], {
      execArgv: ['--expose-gc', '--max-old-space-size=768', '--enable-source-maps'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#workers.add(worker);
    return worker;
  }

  #addFinding(target: string, report: string, input: Buffer): void {
    const file = this.findings.add({ target, report, input });
    if (file !== undefined) process.stderr.write(`\nfinding in ${target}: ${report.split('\n')[0]}\n  ${file}\n`);
  }
}

function updateTotals(
  outcome: TargetOutcome,
  metrics: WorkerMetrics,
  totalsBefore: { executions: number; seconds: number },
): void {
  outcome.metrics = metrics;
  outcome.executions = totalsBefore.executions + metrics.executions;
  outcome.seconds = totalsBefore.seconds + metrics.seconds;
}

/** Collects the end of a process's output. */
function outputOf(worker: ChildProcess): () => string {
  let output = '';
  for (const stream of [worker.stdout, worker.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-8000);
    });
  }
  return () => output;
}

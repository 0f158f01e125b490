import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../platform/log.js';
import { CommandFailure } from '../failure.js';
import type { Address, RunningProcess } from '../running.js';
import { AggregatedMetrics } from './aggregated-metrics.js';
import { endWorker } from './end-worker.js';
import { ExchangedCounts } from './exchanged-counts.js';
import { forwardLines } from './forward-lines.js';
import { closeUnacknowledgedOnExit } from './handed-connections.js';
import { sendTo, type WorkerMessage } from './messages.js';

/** A worker that ends within this time after its start is not replaced immediately. */
const stableMs = 10_000;
const minPauseMs = 100;
const maxPauseMs = 30_000;
/** Maximum time in which a worker must end, in addition to the time in which it drains. */
const maxEndMs = 120_000;

/** The message with which a worker reports that it is ready, with its addresses. */
type Ready = Extract<WorkerMessage, { type: 'ready' }>;

/** The slot of one worker: the current process, which is replaced when it ends. */
interface Slot {
  readonly number: number;
  worker: Worker | undefined;
  /** Number of consecutive workers that ended within `stableMs`. */
  failures: number;
  /**
   * Whether a replacement for the running worker is being started. If the worker ends in the meantime, this replacement
   * takes its place.
   */
  isBeingReplaced: boolean;
  /** Resolves when the worker that replaces one that ended is ready. */
  recovery: Promise<void>;
}

interface SupervisorOptions {
  readonly log: Logger;
  /** Seconds for which workers drain before they stop. */
  readonly drainSeconds: number;
}

export interface Supervisor extends RunningProcess {
  /**
   * Replaces the workers one after the other, each when its replacement is ready. If a restart is already in progress,
   * all workers are replaced once more after it, because replacements that have already started have read earlier
   * settings.
   */
  restart(): Promise<void>;
}

/**
 * Starts worker processes of this command that share its ports: this process accepts connections and distributes them
 * round-robin. The first worker runs the jobs. A worker that ends unexpectedly is replaced.
 * @throws {CommandFailure} if a worker cannot start. It has reported the reason, unless a signal ended it
 */
export async function startWorkers(count: number, options: SupervisorOptions): Promise<Supervisor> {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ silent: true });
  const supervised = new SupervisedWorkers(options);
  try {
    const { addresses, listening } = await supervised.startFirst();
    await supervised.startOthers(count);
    return {
      ...{ addresses, listening, jobsStarted: Promise.resolve() },
      restart: () => supervised.restart(),
      close: () => supervised.close(),
    };
  } catch (error) {
    await supervised.close();
    throw error;
  }
}

class SupervisedWorkers {
  readonly #log: Logger;
  readonly #drainMs: number;
  readonly #slots: Slot[] = [];
  readonly #metrics = new AggregatedMetrics();
  readonly #counts = new ExchangedCounts();
  /** Workers that are expected to end. */
  readonly #leaving = new WeakSet<Worker>();
  #restarting: Promise<void> | undefined;
  #isRestartRequested = false;
  #isClosing = false;

  constructor({ log, drainSeconds }: SupervisorOptions) {
    this.#log = log;
    this.#drainMs = drainSeconds * 1000;
  }

  /** Starts the first worker. It creates shared data, such as the tables and certificates, before the others start. */
  async startFirst(): Promise<{ addresses: readonly Address[]; listening: readonly string[] }> {
    return await this.#startIn(this.#addSlot());
  }

  async startOthers(count: number): Promise<void> {
    const slots = Array.from({ length: count - 1 }, () => this.#addSlot());
    await Promise.all(slots.map((slot) => this.#startIn(slot)));
  }

  restart(): Promise<void> {
    this.#isRestartRequested = true;
    this.#restarting ??= this.#replaceWhileRequested().finally(() => {
      this.#restarting = undefined;
    });
    return this.#restarting;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => this.#end(worker, { type: 'stop', maxMs: this.#drainMs + maxEndMs })));
  }

  async #end(worker: Worker, options: { type: 'stop' | 'retire'; maxMs: number }): Promise<void> {
    this.#leaving.add(worker);
    await endWorker(worker, { ...options, log: this.#log });
  }

  #addSlot(): Slot {
    const slot: Slot = {
      ...{ number: this.#slots.length + 1, worker: undefined, failures: 0 },
      ...{ isBeingReplaced: false, recovery: Promise.resolve() },
    };
    this.#slots.push(slot);
    return slot;
  }

  /**
   * Starts a worker that replaces the current one of the slot.
   * @throws {CommandFailure} if the worker ends before it is ready
   */
  async #startIn(slot: Slot): Promise<Ready> {
    const worker = cluster.fork();
    closeUnacknowledgedOnExit(worker);
    const startedAtMs = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Ready>();
    forwardLines(worker.process.stderr, process.stderr);
    worker.process.stdout?.resume();
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'waiting') this.#begin(worker, slot);
      else if (message.type === 'ready') resolve(message);
      else if (message.type === 'collected') this.#metrics.receive(worker, message);
      else if (message.type === 'counted') this.#counts.receive(worker, message.changes);
      else void this.#sendMetrics(worker, message.id);
    });
    worker.once('exit', (code, signal) => {
      const cause = signal === null ? '' : ` by ${signal}`;
      // A worker that fails reports the reason itself.
      const alreadyReported = signal === null && code !== 0;
      reject(new CommandFailure(`worker ${slot.number} was ended${cause} before it was ready`, { alreadyReported }));
      this.#counts.removeWorker(worker);
      if (slot.worker !== worker || this.#leaving.has(worker)) return;
      this.#log.error(
        { worker: slot.number, pid: worker.process.pid, code, signal },
        'a worker ended; starting another one',
      );
      if (!slot.isBeingReplaced) this.#recover(slot, performance.now() - startedAtMs);
    });
    const ready = await promise;
    slot.worker = worker;
    this.#metrics.addWorker(worker);
    this.#log.info({ worker: slot.number, pid: worker.process.pid }, 'a worker is ready');
    return ready;
  }

  #begin(worker: Worker, { number }: Slot): void {
    // The message to stop was lost, because the worker could not receive it yet.
    if (this.#leaving.has(worker)) {
      worker.process.kill('SIGKILL');
      return;
    }
    sendTo(worker, { type: 'start', runsJobs: number === 1 });
    this.#counts.addWorker(worker);
  }

  #recover(slot: Slot, livedMs: number): void {
    slot.worker = undefined;
    slot.recovery = this.#replaceDead(slot, livedMs);
  }

  async #replaceDead(slot: Slot, livedMs: number): Promise<void> {
    slot.failures = livedMs < stableMs ? slot.failures + 1 : 0;
    while (!this.#isClosing && slot.worker === undefined) {
      if (slot.failures > 0) {
        await delay(Math.min(maxPauseMs, minPauseMs * 2 ** (slot.failures - 1)), undefined, { ref: false });
      }
      if (this.#isClosing) return;
      await this.#startIn(slot).catch(() => {
        slot.failures++;
      });
    }
  }

  async #replaceWhileRequested(): Promise<void> {
    while (this.#isRestartRequested && !this.#isClosing) {
      this.#isRestartRequested = false;
      await this.#replaceAll();
    }
  }

  async #replaceAll(): Promise<void> {
    this.#log.info({ workers: this.#slots.length }, 'replacing all workers');
    const isDead = ({ worker }: Slot): number => (worker === undefined ? 1 : 0);
    for (const slot of this.#slots.toSorted((one, other) => isDead(one) - isDead(other))) {
      // The replacement of a dead worker may have read the previous settings.
      if (slot.worker === undefined)
        this.#log.info({ worker: slot.number }, 'waiting for a worker that is being started');
      await slot.recovery;
      const previousWorker = slot.worker;
      if (this.#isClosing || previousWorker === undefined) return;
      slot.isBeingReplaced = true;
      try {
        await this.#startIn(slot);
      } catch {
        if (this.#isClosing) return;
        this.#log.error(
          { worker: slot.number },
          'a worker cannot be replaced; the restart is aborted, and workers not yet replaced continue with the previous settings',
        );
        return;
      } finally {
        slot.isBeingReplaced = false;
        if (slot.worker === previousWorker && previousWorker.isDead()) this.#recover(slot, stableMs);
      }
      await this.#end(previousWorker, { type: 'retire', maxMs: maxEndMs });
    }
    this.#log.info({ workers: this.#slots.length }, 'all workers were replaced');
  }

  async #sendMetrics(worker: Worker, id: number): Promise<void> {
    const text = await this.#metrics.format((other) => this.#leaving.has(other));
    sendTo(worker, { type: 'metrics', id, text });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { QueryPlan } from '@apollo/query-planner';
import type { PlanMessage, PlanRequest } from './planning-worker.js';

/** Planning exceeded its CPU time or memory. */
export class PlanningStopped extends Error {
  override readonly name = 'PlanningStopped';
}

/** The server is too busy to plan the operation: too many operations wait, or the thread gets no CPU time. */
export class PlanningOverloaded extends Error {
  override readonly name = 'PlanningOverloaded';
}

const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './planning-worker.ts' : './planning-worker.js',
  import.meta.url,
);
/** Maximum CPU time in milliseconds of one plan after planning has started. */
const maxCpuMs = 200;
/** The limit instead, in elapsed time, where Node.js does not measure CPU time; a busy machine must not reach it. */
const maxUnmeasuredMs = 2_000;
/**
 * Maximum elapsed time of one plan in milliseconds; longer than the CPU time limit, because the machine may be busy.
 */
const maxElapsedMs = 10_000;
/** Maximum time in milliseconds to start the thread and read a supergraph. */
const maxStartMs = 30_000;
const maxWaitingJobs = 100;
const maxHeapMegabytes = 512;
const tooLong = 'Planning the operation takes too long';
const busy = 'The server is too busy to plan the operation. Send the request again later.';

interface Job {
  readonly request: PlanRequest;
  resolve(plan: QueryPlan): void;
  reject(error: Error): void;
}

/**
 * A thread that plans one operation at a time. Apollo's planner can run for minutes and cannot be interrupted, so a
 * thread that exceeds the limit is terminated and replaced.
 */
export class PlanningThread {
  readonly #waiting: Job[] = [];
  /** Id of the latest supergraph that a thread has read without an error. */
  #validated: number | undefined;
  #worker: Worker | undefined;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #createWorker: () => Worker;

  /** @param createWorker creates the thread; replaced in tests */
  constructor(createWorker: () => Worker = createPlanningWorker) {
    this.#createWorker = createWorker;
  }

  plan(request: PlanRequest): Promise<QueryPlan> {
    if (this.#waiting.length >= maxWaitingJobs) {
      return Promise.reject(
        new PlanningOverloaded('Too many operations are waiting to be planned. Send the request again later.'),
      );
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) {
      this.#worker?.unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#limit(maxStartMs);
    const { request } = this.#current;
    this.#worker.postMessage({ ...request, isValidated: request.graph === this.#validated } satisfies PlanRequest);
  }

  #start(): Worker {
    const worker = this.#createWorker();
    worker.on('message', (message: PlanMessage) => {
      // Messages that a thread sent before it was terminated still arrive; they are not plans of the current operation.
      if (worker !== this.#worker) return;
      if (message.kind === 'begun') void this.#begin(worker);
      // The plan of the message is the planner's result.
      else if (message.kind === 'planned') this.#finish((job) => job.resolve(message.plan as QueryPlan));
      else this.#finish((job) => job.reject(new Error(message.message)));
    });
    // Probably out of memory; handled like a timeout.
    worker.on('error', (cause) => this.#stop(worker, new PlanningStopped(tooLong, { cause })));
    return worker;
  }

  /** Starts limiting the time of the plan: its CPU time, which does not depend on other load, and its elapsed time. */
  async #begin(worker: Worker): Promise<void> {
    const job = this.#current;
    this.#validated = job?.request.graph ?? this.#validated;
    this.#limit(maxElapsedMs);
    const maxMs = isMeasured(worker) ? maxCpuMs : maxUnmeasuredMs;
    const start = await cpuTimeMs(worker);
    for (let remainingMs = maxMs; job === this.#current && worker === this.#worker; ) {
      await sleep(Math.max(remainingMs, 10), undefined, { ref: false });
      remainingMs = maxMs - ((await cpuTimeMs(worker)) - start);
      if (remainingMs <= 0 && job === this.#current) this.#stop(worker, new PlanningStopped(tooLong));
    }
  }

  #limit(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#worker !== undefined) this.#stop(this.#worker, new PlanningOverloaded(busy));
    }, milliseconds);
  }

  #stop(worker: Worker, error: PlanningStopped | PlanningOverloaded): void {
    if (worker !== this.#worker) return;
    void worker.terminate();
    // A new thread is started now, so the next plan does not wait for it. After an error of the thread, starting it may
    // fail again, so it is started only for the next plan.
    this.#worker = error.cause === undefined ? this.#start() : undefined;
    this.#worker?.unref();
    this.#finish((job) => job.reject(error));
  }

  #finish(settle: (job: Job) => void): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    if (job !== undefined) settle(job);
    this.#next();
  }
}

function createPlanningWorker(): Worker {
  return new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } });
}

/** Whether this version of Node.js measures the CPU time of threads. */
function isMeasured(worker: Partial<Worker>): worker is Worker {
  return worker.cpuUsage !== undefined;
}

/** CPU time of the thread in milliseconds; elapsed time where Node.js does not measure it. */
async function cpuTimeMs(worker: Worker): Promise<number> {
  if (!isMeasured(worker)) return performance.now();
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return 0; // The thread has ended.
  }
}

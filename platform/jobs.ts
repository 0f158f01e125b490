import type { ISql, TransactionSql } from 'postgres';
import { errorCode } from './database/errors.js';
import type { Database } from './database/index.js';

/**
 * Work that outlives a request. A job is stored in the database until it is done; failures are retried with backoff.
 */
export interface JobDefinition {
  /** Unique name of the job, as `<domain>.<verb>`. */
  readonly name: string;
  /** Schedule of the job as a cron expression in UTC; absent if the job runs only when it is added. */
  readonly cron?: string;
  /**
   * Whether the job irrevocably deletes data because of its age. It is then skipped while the clock of the process may
   * be ahead.
   */
  readonly deletesHistory?: boolean;
  /** Runs the job. The signal aborts when the process is about to exit and cannot wait any longer. */
  run(payload: unknown, signal?: AbortSignal): Promise<void>;
}

/** Maximum number of jobs that a process runs concurrently. */
const maxConcurrency = 5;

/**
 * The number of jobs that a process runs concurrently. A job may hold a connection until it ends, so the number is at
 * most half of the general connections, but at least 2, because a long job must not delay all others.
 */
export function concurrencyOf({ sql }: { sql: { options: { max: number } } }): number {
  return Math.min(maxConcurrency, Math.max(2, Math.ceil(sql.options.max / 2)));
}

/**
 * Makes a job of long work occupy at most one of the concurrent jobs of a process. Each run must do all work that is
 * due: a run that begins while another one is in progress ends at once, and the other one then repeats the work.
 */
export function inOneSlot(work: (signal?: AbortSignal) => Promise<void>): JobDefinition['run'] {
  let isRunning = false;
  let isRequested = false;
  return async (_payload, signal) => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isRequested && !signal?.aborted) {
        isRequested = false;
        await work(signal);
      }
    } finally {
      isRunning = false;
    }
  };
}

/** Time after a step that ended or failed until the next step of its task; meanwhile, the other tasks continue. */
const pauseMs = 60_000;

/**
 * Runs tasks in turns, a step of each at a time, so a large one does not delay the others.
 * @param options.select reads the ids of the tasks that have not ended; called before each turn
 * @param options.step runs the next step of a task. Returns false after the last one, or if another process is running
 * the task.
 * @throws the first failure of a step, after the other tasks have ended
 */
export async function takeTurns({
  select,
  step,
  signal,
}: {
  select(): Promise<readonly { readonly id: string }[]>;
  step(id: string): Promise<boolean>;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const pausedUntil = new Map<string, number>();
  const failures: unknown[] = [];
  while (!signal?.aborted) {
    const now = performance.now();
    const ids = (await select()).map(({ id }) => id).filter((id) => (pausedUntil.get(id) ?? 0) <= now);
    if (ids.length === 0) break;
    for (const id of ids) {
      if (signal?.aborted) break;
      let continues = false;
      try {
        continues = await step(id);
      } catch (error) {
        failures.push(error);
      }
      if (!continues) pausedUntil.set(id, performance.now() + pauseMs);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Adds a job in the caller's transaction. The job runs only if the transaction commits, and not before the delay has
 * passed.
 */
export async function addJob(
  sql: TransactionSql,
  { name, payload, key = null, delayMs = 0 }: { name: string; payload: unknown; key?: string | null; delayMs?: number },
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::text::json, job_key := ${key},
    run_at := now() + ${delayMs / 1000} * interval '1 second')`;
}

/** How a run of a job ended; `skipped`: the job deletes history, and the clock may be ahead. */
export type JobOutcome = 'completed' | 'failed' | 'skipped';

/** Counts the runs of jobs in this process, for metrics. */
export class JobRuns {
  readonly #counts = new Map<string, Record<JobOutcome, number>>();

  count(name: string, outcome: JobOutcome): void {
    const counts = this.#counts.get(name) ?? { completed: 0, failed: 0, skipped: 0 };
    counts[outcome]++;
    this.#counts.set(name, counts);
  }

  /** Numbers of runs by job and outcome. */
  counts(): ReadonlyMap<string, Readonly<Record<JobOutcome, number>>> {
    return this.#counts;
  }
}

/** The jobs that are due but no process has started, by name, with the time in seconds since the first was due. */
export async function readWaitingJobs({
  database,
}: {
  readonly database: Pick<Database, 'reserved'>;
}): Promise<{ name: string; seconds: number }[]> {
  return await database.reserved.guard(
    (sql) => sql<{ name: string; seconds: number }[]>`
      select task_identifier as name, extract(epoch from now() - min(run_at))::float8 as seconds
      from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()
      group by task_identifier`,
  );
}

/** Whether a server has created the queue. */
export async function hasQueue(sql: ISql): Promise<boolean> {
  const queues = await sql`select where to_regclass('graphile_worker._private_jobs') is not null`;
  return queues.length > 0;
}

/** SQLSTATEs outside class 42 that can occur while the queue is being created. */
const creationStates = new Set([
  '3F000', // No schema.
  'XX000', // A function was replaced during its lookup: an internal error.
  '0A000', // The result type of a function has changed.
  '22P02', // A function inserts rows of a type whose columns have changed. The payload is always valid JSON.
  '23502', // A function does not set a new column.
  '40P01', // A deadlock with a step that creates the queue.
]);

/**
 * Whether adding a job failed because the queue does not exist, or is being created. Because the statement is always
 * the same, an error of class 42 (names, types and privileges) means that an object is missing, except for 42501
 * (insufficient_privilege).
 */
function isQueueMissing(error: unknown): boolean {
  const state = errorCode(error) ?? '';
  return creationStates.has(state) || (state.startsWith('42') && state !== '42501');
}

/**
 * Runs a scheduled job as soon as the caller's transaction commits. Does nothing if no server has created the queue
 * yet: a job that is scheduled every minute then runs as soon as a server creates the queue, and any other job runs on
 * its schedule.
 */
export async function runJobNow(sql: TransactionSql, job: Parameters<typeof addJob>[1]): Promise<void> {
  try {
    // A failed statement would abort the caller's transaction.
    await sql.savepoint((nested) => addJob(nested, job));
  } catch (error) {
    if (!isQueueMissing(error)) throw error;
  }
}

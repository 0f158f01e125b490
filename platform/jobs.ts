import type { TransactionSql } from 'postgres';

/** Work that outlives a request. It is stored in the database until it is done; failures are retried with backoff. */
export interface JobDefinition {
  /** Unique, `<domain>.<verb>`. */
  readonly name: string;
  /** Schedule as a cron expression in UTC; absent if the job runs only when it is added. */
  readonly cron?: string;
  /** The signal aborts when the process is about to exit and cannot wait any longer. */
  run(payload: unknown, signal?: AbortSignal): Promise<void>;
}

/** Maximum number of jobs that a process runs concurrently. */
const maxConcurrency = 5;

/**
 * The number of jobs that a process runs concurrently. Each may hold a connection for its duration, so it is at most
 * half of the general connections, and 2 at least: a long job must not delay all others.
 */
export function concurrencyOf({ sql }: { sql: { options: { max: number } } }): number {
  return Math.min(maxConcurrency, Math.max(2, Math.ceil(sql.options.max / 2)));
}

/** Adds a job in the caller's transaction; it runs only if the transaction commits, and not before a delay. */
export async function addJob(
  sql: TransactionSql,
  { name, payload, key = null, delayMs = 0 }: { name: string; payload: unknown; key?: string | null; delayMs?: number },
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::text::json, job_key := ${key},
    run_at := now() + ${delayMs / 1000} * interval '1 second')`;
}

/**
 * SQLSTATEs while the queue does not exist, or is being created: undefined schema, table, column or function; a
 * function that was replaced during its lookup (an internal error); a function with another result; a column that the
 * function does not know; a deadlock with the steps that create it.
 */
const missingQueue = new Set(['3F000', '42P01', '42703', '42883', 'XX000', '0A000', '23502', '40P01']);

/**
 * Makes a scheduled job run as soon as the caller's transaction commits. Does nothing if no server has created the
 * queue yet; then the first scheduled run does the work.
 */
export async function runJobNow(sql: TransactionSql, job: Parameters<typeof addJob>[1]): Promise<void> {
  try {
    // A failed statement would abort the caller's transaction.
    await sql.savepoint((nested) => addJob(nested, job));
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    if (!missingQueue.has(code)) throw error;
  }
}

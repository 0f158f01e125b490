import type { TransactionSql } from 'postgres';

/** Work that outlives a request, kept in the database until it is done; failures are retried with backoff. */
export interface JobDefinition {
  /** Unique, `<domain>.<verb>`. */
  readonly name: string;
  /** When it runs by itself, as a cron pattern in UTC; without: only when it is added. */
  readonly cron?: string;
  /** The signal aborts when the process is about to end and cannot wait any longer. */
  run(payload: unknown, signal?: AbortSignal): Promise<void>;
}

/** Adds a job within the caller's transaction: it is there exactly when the transaction commits. */
export async function addJob(
  sql: TransactionSql,
  job: { name: string; payload: unknown; key?: string },
): Promise<void> {
  await sql`select graphile_worker.add_job(${job.name}, ${JSON.stringify(job.payload)}::text::json, job_key := ${job.key ?? null})`;
}

/**
 * What PostgreSQL says of a queue that is not there, or not whole yet: no such schema, table, column or function, or a function
 * that was replaced while it was looked up (an internal error to PostgreSQL).
 */
const missingQueue = new Set(['3F000', '42P01', '42703', '42883', 'XX000']);

/**
 * Has a job that looks for its work by itself do so at once, when the caller's transaction commits. Before the first server has
 * made the queue nothing happens: the job's first run by its schedule finds the work.
 */
export async function runJobNow(sql: TransactionSql, job: Parameters<typeof addJob>[1]): Promise<void> {
  try {
    // A statement that fails would take the transaction with it.
    await sql.savepoint((nested) => addJob(nested, job));
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    if (!missingQueue.has(code)) throw error;
  }
}

import {
  Logger as GraphileLogger,
  type JobHelpers,
  parseCronItems,
  type Runner,
  run,
  type Logger as WorkerLogger,
} from 'graphile-worker';
import pg from 'pg';
import type { TransactionSql } from 'postgres';
import type { ConnectionSettings, Database } from './database/index.js';
import type { Logger } from './log.js';

/** Work that outlives a request, kept in the database until it is done; failures are retried with backoff. */
export interface JobDefinition {
  /** Unique, `<domain>.<verb>`. */
  readonly name: string;
  /** When it runs by itself, as a cron pattern in UTC; without: only when it is added. */
  readonly cron?: string;
  /** The signal aborts when the process is about to end and cannot wait any longer. */
  run(payload: unknown, signal?: AbortSignal): Promise<void>;
}

export interface JobWorker {
  /** Resolves when jobs are taken; the database may come long after the start. */
  readonly started: Promise<void>;
  /** Lets the jobs under way finish. */
  stop(): Promise<void>;
}

/** Runs the jobs of all domains in this process once the database is there. Any number of processes may do so. */
export function startJobWorker(options: {
  database: Database;
  jobs: readonly JobDefinition[];
  log: Logger;
}): JobWorker {
  let stopped = false;
  let starting: Promise<() => Promise<void>> | undefined;
  const started = options.database.untilReady().then(async () => {
    if (stopped || !options.database.ready()) return;
    starting = startRunner(options);
    await starting;
  });
  started.catch((error: unknown) => options.log.error({ err: error }, 'the job worker did not start'));
  return {
    started,
    async stop() {
      stopped = true; // Not waited for: the database may never come.
      const stop = await starting?.catch(() => undefined);
      await stop?.();
    },
  };
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
export async function hastenJob(sql: TransactionSql, job: Parameters<typeof addJob>[1]): Promise<void> {
  try {
    // A statement that fails would take the transaction with it.
    await sql.savepoint((nested) => addJob(nested, job));
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    if (!missingQueue.has(code)) throw error;
  }
}

async function startRunner(options: {
  database: Database;
  jobs: readonly JobDefinition[];
  log: Logger;
}): Promise<() => Promise<void>> {
  const pool = new pg.Pool({ ...poolSettings(options.database.connection), max: 4, application_name: 'rampart-jobs' });
  const warn = (error: Error): void => options.log.warn({ err: error }, 'a connection of the job worker failed');
  pool.on('error', warn);
  pool.on('connect', (client) => client.on('error', warn));
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    logger: workerLogger(options.log),
    taskList: Object.fromEntries(
      options.jobs.map((job) => [
        job.name,
        async (payload: unknown, helpers: JobHelpers) => await job.run(payload, helpers.abortSignal),
      ]),
    ),
    parsedCronItems: parseCronItems(
      options.jobs.flatMap((job) =>
        job.cron === undefined ? [] : [{ task: job.name, match: job.cron, options: { backfillPeriod: 0 } }],
      ),
    ),
  });
  runner.promise.catch((error: unknown) => options.log.error({ err: error }, 'the job worker ended'));
  return async () => {
    await runner.stop().catch(() => undefined); // It may have ended by itself, which was logged.
    await pool.end();
  };
}

function poolSettings(connection: ConnectionSettings): pg.PoolConfig {
  return 'url' in connection ? { connectionString: connection.url } : connection;
}

function workerLogger(log: Logger): WorkerLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new GraphileLogger((scope) => (level, message, meta) => {
    log[levels[level]]({ ...meta, ...scope }, message);
  });
}

import {
  Logger as GraphileLogger,
  type JobHelpers,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type Logger as WorkerLogger,
} from 'graphile-worker';
import pg from 'pg';
import type { ConnectionSettings, Database } from './database/index.js';
import type { JobDefinition } from './jobs.js';
import type { Logger } from './log.js';
import { type Telemetry, within } from './telemetry/index.js';

export interface JobWorker {
  /** Resolves when jobs are taken; the database may come long after the start. */
  readonly started: Promise<void>;
  /** Lets the jobs under way finish. */
  stop(): Promise<void>;
}

export interface JobWorkerOptions {
  readonly database: Database;
  readonly jobs: readonly JobDefinition[];
  readonly log: Logger;
  readonly telemetry?: Telemetry | undefined;
}

/** Runs the jobs of all domains in this process once the database is there. Any number of processes may do so. */
export function startJobWorker(options: JobWorkerOptions): JobWorker {
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

async function startRunner(options: JobWorkerOptions): Promise<() => Promise<void>> {
  const pool = new pg.Pool({ ...poolSettings(options.database.connection), max: 4, application_name: 'rampart-jobs' });
  let isEnding = false;
  // The database may stop before it has closed the last connections of a pool that ends.
  const warn = (error: Error): void => {
    if (!isEnding) options.log.warn({ err: error }, 'a connection of the job worker failed');
  };
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
        async (payload: unknown, helpers: JobHelpers) =>
          await inTrace(job, options.telemetry, () => job.run(payload, helpers.abortSignal)),
      ]),
    ),
    parsedCronItems: parseCronItems(
      options.jobs.flatMap((job) =>
        job.cron === undefined ? [] : [{ task: job.name, match: job.cron, options: { backfillPeriod: 0 } }],
      ),
    ),
  });
  runner.promise.catch((error: unknown) => options.log.error({ err: error }, 'the job worker stopped'));
  return async () => {
    await runner.stop().catch(() => undefined); // It may have ended by itself, which was logged.
    isEnding = true;
    await pool.end();
  };
}

/** Runs a job in a trace of its own. */
function inTrace({ name }: JobDefinition, telemetry: Telemetry | undefined, run: () => Promise<void>): Promise<void> {
  if (telemetry === undefined) return run();
  const attributes = {
    'messaging.system': 'graphile_worker',
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': name,
  };
  return within(telemetry.beginTrace(`process ${name}`, { kind: 'consumer', attributes }), run);
}

/** Creates the tables of the queue where no worker has done so yet. */
export async function createJobQueue(connection: ConnectionSettings): Promise<void> {
  const pgPool = new pg.Pool({ ...poolSettings(connection), max: 1, application_name: 'rampart-jobs' });
  // A connection that breaks fails the statement on it; the library asks for listeners all the same.
  const ignore = (): void => {};
  pgPool.on('error', ignore);
  pgPool.on('connect', (client) => client.on('error', ignore));
  try {
    await runMigrations({ pgPool, logger: new GraphileLogger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
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

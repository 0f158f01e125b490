import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobHelpers, Runner, WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import type { Clock } from './clock.js';
import { type ReadUnrecordedPeriods, reasonToDistrustClock } from './clock-check.js';
import { type ConnectionSettings, type Database, nodePostgresOptions } from './database/index.js';
import { hourMs, minuteMs } from './durations.js';
import { addJob, concurrencyOf, hasQueue, type JobDefinition, type JobOutcome, type JobRuns } from './jobs.js';
import type { Logger } from './log.js';
import { runAndEndSpan, type Telemetry } from './telemetry/index.js';

export interface JobWorker {
  /** Resolves when the worker processes jobs, which may be long after the start if the database is unavailable. */
  readonly started: Promise<void>;
  /** Whether the worker processes jobs, or will do so as soon as the database is available. */
  isProcessingJobs(): boolean;
  /** Stops starting jobs and waits for those in progress. */
  stop(): Promise<void>;
}

export interface JobWorkerOptions {
  readonly database: Database;
  readonly jobs: readonly JobDefinition[];
  readonly log: Logger;
  readonly telemetry?: Telemetry | undefined;
  /** Counts the runs of the jobs; default: they are not counted. */
  readonly runs?: JobRuns | undefined;
  /** Interval, in milliseconds, at which the worker checks whether the clock was set back; default: one minute. */
  readonly clockCheckMs?: number;
  /** The clock that is checked before jobs delete history; default: the system clock. */
  readonly clock?: Clock;
  /** Records of the time, with which the clock is compared in addition to the clock of the database. */
  readonly readUnrecordedPeriods?: ReadUnrecordedPeriods | undefined;
}

/** A worker that processes jobs through one connection pool. */
interface JobRunner {
  /** Resolves if the clock was set back, so the worker must be replaced. Rejects if a failure ended the worker. */
  readonly ended: Promise<void>;
  /** Stops the worker. Never rejects, and can be called repeatedly. */
  stop(): Promise<void>;
}

const retryMs = 5000;
const everyMinute = '* * * * *';

/** Loads the library of the job queue on demand, because only processes with jobs need it. */
async function loadLibrary() {
  const [queue, { default: database }] = await Promise.all([import('graphile-worker'), import('pg')]);
  return { ...queue, Pool: database.Pool };
}

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/**
 * Configures the library to send the results of jobs in batches, even of one job. It ignores the promises of single
 * results, which would become unhandled rejections if the database cannot be reached when a job ends. A failed batch
 * ends the runner.
 */
const reportedResults = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const jobConnections = { application_name: 'rampart-jobs', connectionTimeoutMillis: 5000, keepAlive: true };

/**
 * Runs the jobs of all domains in this process as soon as the database is available, and follows the primary after a
 * failover. Any number of processes can run workers.
 */
export function startJobWorker(options: JobWorkerOptions): JobWorker {
  const stopping = new AbortController();
  const started = Promise.withResolvers<void>();
  let runner: JobRunner | undefined;
  /** Resolves when the jobs of runners that were replaced after a correction of the clock have ended. */
  let replaced: Promise<unknown> = Promise.resolve();
  let isProcessingJobs = true;

  async function keepRunning(): Promise<void> {
    await options.database.untilReady();
    while (!stopping.signal.aborted && options.database.ready()) {
      try {
        runner = await startRunner(options);
        isProcessingJobs = true;
        started.resolve();
        if (stopping.signal.aborted) return;
        const wasSetBack = await waitForReplacement(runner, options.database, stopping.signal);
        if (stopping.signal.aborted) return;
        isProcessingJobs = false;
        const ended = runner.stop();
        // The server of a former primary may be unreachable; its jobs are retried after their locks expire.
        if (wasSetBack) replaced = Promise.all([replaced, ended]);
      } catch (error) {
        isProcessingJobs = false;
        void runner?.stop();
        options.log.error({ err: error }, 'the job worker failed; starting it again');
        await delay(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  const running = keepRunning().finally(() => started.resolve());
  running.catch((error: unknown) =>
    options.log.error(
      { err: error },
      'the job worker stopped unexpectedly: this process runs no jobs until it is restarted',
    ),
  );
  return {
    started: started.promise,
    isProcessingJobs: () => isProcessingJobs,
    async stop() {
      stopping.abort();
      if (runner === undefined && !options.database.ready()) return; // The database may never become available.
      await running.catch(() => undefined);
      await Promise.all([replaced, runner?.stop()]);
    },
  };
}

/**
 * Waits until the clock was set back, another server became the primary, or the worker stops; rejects if the runner
 * fails.
 * @returns whether the clock was set back
 */
async function waitForReplacement(runner: JobRunner, database: Database, stopping: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { connection } = database;
  const stopListening = 'url' in connection ? connection.primary?.onChange(() => resolve(false)) : undefined;
  stopping.addEventListener('abort', () => resolve(false), { once: true });
  return await Promise.race([runner.ended.then(() => true), promise]).finally(stopListening);
}

async function startRunner(options: JobWorkerOptions): Promise<JobRunner> {
  await prepareQueue(options);
  await resumeSchedules(options.database, minuteMs);
  const library = await loadLibrary();
  const settings = await poolSettings(options.database.connection);
  const pool = new library.Pool({ ...settings, ...jobConnections, max: 4 });
  let isEnding = false;
  // The database may stop before the pool has closed its last connections.
  const warn = (error: Error): void => {
    if (!isEnding) options.log.warn({ err: error }, 'the job worker lost a connection to the database');
  };
  pool.on('error', warn);
  pool.on('connect', (client) => client.on('error', warn));
  const events: WorkerEvents = new EventEmitter();
  const runner: Runner = await library.run({
    pgPool: pool,
    concurrency: concurrencyOf(options.database),
    noHandleSignals: true,
    preset: { worker: reportedResults },
    logger: workerLogger(library, options.log),
    events,
    ...tasksOf(library, options),
  });
  runner.promise.catch(() => undefined); // The waiting code reports it.
  resumeSchedulesRegularly(options, events);
  const clock = watchClock(options, events);
  let stopped: Promise<void> | undefined;
  async function stopOnce(): Promise<void> {
    clock.stop();
    await runner.stop().catch(() => undefined); // A failure of the runner was already logged.
    isEnding = true;
    await pool.end();
  }
  const ended = Promise.race([runner.promise, clock.wasSetBack]);
  ended.catch(() => undefined); // Nothing waits for it if the worker stops while the runner starts.
  return {
    ended,
    async stop() {
      stopped ??= stopOnce();
      await stopped;
    },
  };
}

/**
 * Creates the queue if it does not exist, and adds the jobs that are scheduled every minute, because `runJobNow` may
 * have been called before.
 */
async function prepareQueue({ database, jobs }: JobWorkerOptions): Promise<void> {
  if (await hasQueue(database.sql)) return;
  await createJobQueue(database.connection);
  await database.transaction(async (sql) => {
    for (const { name, cron } of jobs) if (cron === everyMinute) await addJob(sql, { name, payload: {}, key: name });
  });
}

/**
 * Resumes schedules after a process whose clock was ahead has run jobs. The library skips each time of a schedule that
 * is not later than the last one, so no scheduled job would run until the wrong time has come.
 * @param toleranceMs difference between the clocks of processes and of the database at which schedules are unchanged:
 * they would run once for each clock
 */
async function resumeSchedules({ sql }: Database, toleranceMs: number): Promise<void> {
  await sql`update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + make_interval(secs => ${toleranceMs / 1000}::float8)`;
}

/** Resumes the schedules each time they have run, because the clock of another process may have been ahead. */
function resumeSchedulesRegularly({ database, log }: JobWorkerOptions, events: WorkerEvents): void {
  events.on('cron:scheduled', () => {
    resumeSchedules(database, hourMs).catch((error: unknown) =>
      log.warn(
        { err: error },
        'could not check the last run times of schedules; retrying after the next scheduled run',
      ),
    );
  });
}

/** Detects that the clock was set back: the library then waits until the time of the next schedule has come again. */
function watchClock(
  { log, clockCheckMs = minuteMs }: JobWorkerOptions,
  events: WorkerEvents,
): { wasSetBack: Promise<void>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const offset = (): number => Date.now() - performance.now();
  let latest = offset();
  const check = (): void => {
    const current = offset();
    if (latest - current > minuteMs) {
      log.warn('the clock was set back; starting the job worker again');
      resolve();
    }
    latest = current;
  };
  const timer = setInterval(check, clockCheckMs).unref();
  events.on('cron:prematureTimer', check);
  return { wasSetBack: promise, stop: () => clearInterval(timer) };
}

/** The jobs as tasks of the job queue library, with their schedules. */
function tasksOf({ parseCronItems }: Library, options: JobWorkerOptions) {
  const { jobs, telemetry } = options;
  const tasks = jobs.map((job) => [
    job.name,
    async (payload: unknown, helpers: JobHelpers) =>
      await inTrace(job, telemetry, () => runAndCount(job, options, () => job.run(payload, helpers.abortSignal))),
  ]);
  const schedules = jobs.flatMap(({ name, cron }) =>
    cron === undefined ? [] : [{ task: name, match: cron, options: { backfillPeriod: 0 } }],
  );
  return { taskList: Object.fromEntries(tasks), parsedCronItems: parseCronItems(schedules) };
}

async function runAndCount(job: JobDefinition, options: JobWorkerOptions, run: () => Promise<void>): Promise<void> {
  let outcome: JobOutcome = 'failed';
  try {
    const isRun = await mayRun(job, options);
    if (isRun) await run();
    outcome = isRun ? 'completed' : 'skipped';
  } finally {
    options.runs?.count(job.name, outcome);
  }
}

/** Whether a job can run now. A scheduled job that is skipped deletes the same data in a later run. */
async function mayRun({ name, deletesHistory }: JobDefinition, options: JobWorkerOptions): Promise<boolean> {
  const reason = deletesHistory ? await reasonToDistrustClock(options) : undefined;
  if (reason === undefined) return true;
  options.log.warn({ job: name, reason }, 'a job that deletes old data was skipped, because the clock may be ahead');
  return false;
}

/** Runs a job in its own trace. */
function inTrace({ name }: JobDefinition, telemetry: Telemetry | undefined, run: () => Promise<void>): Promise<void> {
  if (telemetry === undefined) return run();
  const attributes = {
    'messaging.system': 'graphile_worker',
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': name,
  };
  return runAndEndSpan(telemetry.beginTrace(`process ${name}`, { kind: 'consumer', attributes }), run);
}

/** Creates the tables of the queue if they do not exist. */
export async function createJobQueue(connection: ConnectionSettings): Promise<void> {
  const { Logger, Pool, runMigrations } = await loadLibrary();
  const pgPool = new Pool({ ...(await poolSettings(connection)), ...jobConnections, max: 1 });
  // A broken connection fails its statement; the library still requires error listeners.
  const ignore = (): void => {};
  pgPool.on('error', ignore);
  pgPool.on('connect', (client) => client.on('error', ignore));
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
}

/**
 * Options of the library's connection pool. Its host is a single server, the current primary, because the library does
 * not support several hosts.
 */
async function poolSettings(connection: ConnectionSettings): Promise<pg.PoolConfig> {
  if (!('url' in connection)) return connection;
  return nodePostgresOptions((await connection.primary?.url()) ?? connection.url);
}

function workerLogger(library: Library, log: Logger): WorkerLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new library.Logger((scope) => (level, message, meta) => {
    log[levels[level]]({ ...meta, ...scope }, message);
  });
}

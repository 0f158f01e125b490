import { Registry } from 'prom-client';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { jobMetrics } from '../../gateway/index.js';
import type { Database } from '../../platform/database/index.js';
import { dayMs, hourMs } from '../../platform/durations.js';
import { type JobWorkerOptions, startJobWorker } from '../../platform/job-worker.js';
import { addJob, type JobDefinition, JobRuns, readWaitingJobs, runJobNow } from '../../platform/jobs.js';
import { silentLog as log } from '../../platform/log.js';
import { readOutages } from '../../subgraphs/licenses/uptime/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { administer } from '../support/test-cluster.js';

const polling = { timeout: 60_000, interval: 20 };

async function startWorkerForTest(jobs: JobDefinition[], runs?: JobRuns): Promise<Database> {
  const { database } = await openDatabaseForTest();
  const worker = startJobWorker({ database, jobs, log, runs });
  onTestFinished(() => worker.stop());
  await worker.started;
  return database;
}

function recorder(name: string): { job: JobDefinition; payloads: unknown[] } {
  const payloads: unknown[] = [];
  return { payloads, job: { name, run: async (payload) => void payloads.push(payload) } };
}

describe('jobs', () => {
  test('run after the transaction that adds them commits', async () => {
    const { job, payloads } = recorder('test.note');
    const database = await startWorkerForTest([job]);
    await database.transaction((sql) => addJob(sql, { name: 'test.note', payload: { number: 1 } }));
    await vi.waitFor(() => expect(payloads).toEqual([{ number: 1 }]), polling);
  });

  test('are discarded if the transaction that adds them is rolled back', async () => {
    const { job, payloads } = recorder('test.note');
    const database = await startWorkerForTest([job]);
    const failed = database.transaction(async (sql) => {
      await addJob(sql, { name: 'test.note', payload: 'never' });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await database.transaction((sql) => addJob(sql, { name: 'test.note', payload: 'after' }));
    await vi.waitFor(() => expect(payloads).toEqual(['after']), polling);
  });

  test('that delete history are skipped while the clock is ahead of the database or of the records of uptime', async () => {
    const { database } = await openDatabaseForTest();
    const now = Date.now();
    const started = [now - 40 * dayMs, now - 9 * dayMs].map((at) => at / 1000);
    await database.sql`insert into licenses.uptime (started_at, ended_at) values
      (${started[0] ?? 0}, ${(now - 39 * dayMs) / 1000}), (${started[1] ?? 0}, ${now / 1000})`;
    const warn = vi.spyOn(log, 'warn');
    onTestFinished(() => warn.mockRestore());
    /** Runs both jobs with a clock that is ahead by this time. */
    async function runWithClock(aheadMs: number, options: Partial<JobWorkerOptions> = {}): Promise<unknown[]> {
      const [kept, deleting] = [recorder('test.note'), recorder('test.delete')];
      const jobs = [{ ...deleting.job, deletesHistory: true }, kept.job];
      const clock = { now: () => now + aheadMs };
      const worker = startJobWorker({ database, jobs, log, clock, ...options });
      await worker.started;
      await database.transaction((sql) => addJob(sql, { name: 'test.delete', payload: 'delete' }));
      await database.transaction((sql) => addJob(sql, { name: 'test.note', payload: 'note' }));
      const jobsLeft = () => database.sql`select from graphile_worker._private_jobs`;
      await vi.waitFor(async () => expect(await jobsLeft()).toHaveLength(0), polling);
      await worker.stop();
      return [...deleting.payloads, ...kept.payloads];
    }
    const records = { readUnrecordedPeriods: readOutages };
    expect(await runWithClock(0, records)).toEqual(['delete', 'note']);
    expect(warn).not.toHaveBeenCalled();
    expect(await runWithClock(2 * hourMs)).toEqual(['note']);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { job: 'test.delete', reason: expect.stringContaining('120 minutes ahead of the clock of the database') },
      'a job that deletes old data was skipped, because the clock may be ahead',
    );
    await database.sql`update licenses.uptime set started_at = ${(now - hourMs) / 1000} where ended_at = ${now / 1000}`;
    expect(await runWithClock(0, records)).toEqual(['note']);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  test('remain in the queue if they fail', async () => {
    const run = vi.fn(() => Promise.reject(new Error('not today')));
    const database = await startWorkerForTest([{ name: 'test.fail', run }]);
    await database.transaction((sql) => addJob(sql, { name: 'test.fail', payload: null }));
    await vi.waitFor(async () => {
      const rows = await database.sql`select attempts, last_error from graphile_worker.jobs`;
      expect(rows).toEqual([{ attempts: 1, last_error: expect.stringContaining('not today') }]);
    }, polling);
  });

  test('are in the metrics, with the outcomes of their runs, or while they wait', async () => {
    const registry = new Registry();
    const jobs = [
      recorder('test.counted').job,
      { name: 'test.counted-failure', run: () => Promise.reject(new Error('not today')) },
    ];
    const runs = new JobRuns();
    const database = await startWorkerForTest(jobs, runs);
    const readWaiting = () => readWaitingJobs({ database });
    for (const metric of jobMetrics({ runs, readWaiting })) registry.registerMetric(metric);
    const readMetrics = async () => (await registry.metrics()).split('\n');
    await database.transaction(async (sql) => {
      for (const name of ['test.counted', 'test.counted-failure', 'test.unknown'])
        await addJob(sql, { name, payload: {} });
    });
    await vi.waitFor(
      async () =>
        expect(await readMetrics()).toEqual(
          expect.arrayContaining([
            'rampart_job_runs_total{job="test.counted",outcome="completed"} 1',
            // A failed job is tried again.
            expect.stringMatching(/^rampart_job_runs_total\{job="test\.counted-failure",outcome="failed"\} [1-9]\d*$/),
            'rampart_job_runs_total{job="test.counted-failure",outcome="completed"} 0',
            expect.stringMatching(/^rampart_job_waiting_seconds\{job="test\.unknown"\} [\d.e-]+$/),
          ]),
        ),
      polling,
    );
  });

  test('run immediately if the queue exists, and adding a job without a queue does not affect the transaction', async () => {
    const { job, payloads } = recorder('test.note');
    const { database } = await openDatabaseForTest();
    const write = (number: number) =>
      database.transaction(async (sql) => {
        await runJobNow(sql, { name: 'test.note', payload: { number }, key: 'test.note' });
        await sql`insert into platform.rate_window (scope, subject, starts_at, ends_at, count)
          values ('test', ${`of ${number}`}, 0, 1, 1)`;
      });
    await write(1);
    // Simulates a queue that another process is creating: the schema without its functions.
    await database.sql`create schema graphile_worker`;
    await write(2);
    await database.sql`drop schema graphile_worker`;
    const worker = startJobWorker({ database, jobs: [job], log });
    onTestFinished(() => worker.stop());
    await worker.started;
    await write(3);
    await vi.waitFor(() => expect(payloads).toEqual([{ number: 3 }]), polling);
    const rows = await database.sql`select subject from platform.rate_window where scope = 'test' order by subject`;
    expect(rows.map(({ subject }) => subject)).toEqual(['of 1', 'of 2', 'of 3']);
  });

  test('that are scheduled every minute run once when the queue is created, because they may have been requested before', async () => {
    const { database } = await openDatabaseForTest();
    const frequent = { ...recorder('test.frequent'), cron: '* * * * *' };
    const rare = { ...recorder('test.rare'), cron: '17 3 1 1 *' };
    const jobs = [frequent, rare].map(({ job, cron }) => ({ ...job, cron }));
    await database.transaction((sql) => runJobNow(sql, { name: 'test.frequent', payload: {}, key: 'test.frequent' }));
    const worker = startJobWorker({ database, jobs, log });
    onTestFinished(() => worker.stop());
    const runs = { timeout: 60_000, interval: 20 };
    await vi.waitFor(() => expect(frequent.payloads.length).toBeGreaterThan(0), runs);
    expect(rare.payloads).toEqual([]);
  });

  test('are added without failures while the queue is created', async () => {
    const { database } = await openDatabaseForTest();
    const { job, payloads } = recorder('test.note');
    const worker = startJobWorker({ database, jobs: [job], log });
    onTestFinished(() => worker.stop());
    let isStarted = false;
    const starting = worker.started.finally(() => {
      isStarted = true;
    });
    const add = async (): Promise<void> => {
      while (!isStarted) {
        await database.transaction((sql) => runJobNow(sql, { name: 'test.note', payload: 'early', key: 'test.note' }));
      }
    };
    await Promise.all([starting, add(), add(), add(), add()]);
    await database.transaction((sql) => runJobNow(sql, { name: 'test.note', payload: 'late', key: 'test.late' }));
    await vi.waitFor(() => expect(payloads).toContain('late'), polling);
  });

  test.each([
    ['3F000', false],
    ['0A000', false],
    ['22P02', false],
    ['42883', false],
    ['42501', true],
    ['53400', true],
  ])('fail with the caller only if the queue exists: SQLSTATE %s', async (state, fails) => {
    const { database } = await openDatabaseForTest();
    await database.sql`create schema graphile_worker`;
    await database.sql.unsafe(`create function graphile_worker.add_job(text, json, job_key text, run_at timestamptz)
      returns void language plpgsql as $$ begin raise exception 'no job' using errcode = '${state}'; end $$`);
    const adding = database.transaction((sql) => runJobNow(sql, { name: 'test.note', payload: 'early' }));
    if (fails) await expect(adding).rejects.toMatchObject({ code: state });
    else await adding;
  });

  test('are not run by a worker that is stopped while it starts', async () => {
    const { database } = await openDatabaseForTest();
    const worker = startJobWorker({ database, jobs: [], log });
    await Promise.resolve();
    await worker.stop();
    await worker.started;
    const connected =
      await database.sql`select 1 from pg_stat_activity where application_name = 'rampart-jobs' and datname = current_database()`;
    expect(connected).toHaveLength(0);
  });

  test.each([
    ['succeeds', () => Promise.resolve()],
    ['fails', () => Promise.reject(new Error('not today'))],
  ])('continue with a restarted worker if the database accepts no connections when a job %s', async (_, outcome) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const { database, url } = await openDatabaseForTest();
    const name = new URL(url).pathname.slice(1);
    const accept = (isAccepting: boolean) =>
      administer(inject('postgres'), (sql) => sql.unsafe(`alter database ${name} allow_connections ${isAccepting}`));
    const { job, payloads } = recorder('test.note');
    const cut: JobDefinition = {
      name: 'test.cut',
      async run() {
        await accept(false);
        await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'rampart-jobs' and datname = current_database()`;
        await outcome();
      },
    };
    const worker = startJobWorker({ database, jobs: [cut, job], log });
    onTestFinished(() => worker.stop());
    await worker.started;
    await database.transaction((sql) => addJob(sql, { name: 'test.cut', payload: null }));
    await vi.waitFor(() => expect(worker.isProcessingJobs()).toBe(false), polling);
    await accept(true);
    await database.transaction((sql) => addJob(sql, { name: 'test.note', payload: 'after' }));
    await vi.waitFor(() => expect(payloads).toEqual(['after']), polling);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('run on schedule after a clock that was ahead is set back', async () => {
    const { job } = recorder('test.scheduled');
    const { database } = await openDatabaseForTest();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2099-01-03T00:00:59.995Z') });
    onTestFinished(() => void vi.useRealTimers());
    const jobs = [{ ...job, cron: '* * * * *' }];
    const worker = startJobWorker({ database, jobs, log, clockCheckMs: 20 });
    onTestFinished(() => worker.stop());
    await worker.started;
    await untilScheduledOn(database, '2099-01-03');
    await untilScheduledOn(database, '2099-01-01');
  });

  test('run on schedule after another process has run them with a clock that was ahead', async () => {
    const { job } = recorder('test.scheduled');
    const { database } = await openDatabaseForTest();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2099-01-01T00:00:59.995Z') });
    onTestFinished(() => void vi.useRealTimers());
    const worker = startJobWorker({ database, jobs: [{ ...job, cron: '* * * * *' }], log });
    onTestFinished(() => worker.stop());
    await worker.started;
    await database.sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values (${job.name}, now(), '2199-01-01') on conflict (identifier) do update set last_execution = '2199-01-01'`;
    await untilScheduledOn(database, '2099-01-01');
  });

  test('with the same key are merged into one job', async () => {
    const { database } = await openDatabaseForTest();
    const { job, payloads } = recorder('test.note');
    const first = startJobWorker({ database, jobs: [], log });
    await first.started;
    await first.stop();
    for (const payload of [1, 2, 3]) {
      await database.transaction((sql) => addJob(sql, { name: 'test.note', payload, key: 'only' }));
    }
    const second = startJobWorker({ database, jobs: [job], log });
    onTestFinished(() => second.stop());
    await vi.waitFor(() => expect(payloads).toEqual([3]), polling);
  });
});

/**
 * Lets minutes of a day pass until a job is scheduled; each ends at once, because the clock is set to its end. The
 * database's clock is not set, so it does not run the jobs yet.
 */
async function untilScheduledOn({ sql }: Database, day: string): Promise<void> {
  let at = Date.parse(`${day}T00:00:59.995Z`);
  const passMinute = async () => {
    vi.setSystemTime(at);
    at += 60_000;
    const rows = await sql`select payload::text from graphile_worker._private_jobs`;
    return rows.map(({ payload }) => payload);
  };
  await expect.poll(passMinute, polling).toContainEqual(expect.stringContaining(day));
}

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../platform/database/index.js';
import { addJob, type JobDefinition, startJobWorker } from '../../platform/jobs.js';
import { createLog } from '../../platform/log.js';
import { openDatabaseForTest } from '../support/index.js';

const log = createLog({ level: 'silent' });
const patience = { timeout: 30_000, interval: 20 };

async function workerForTest(jobs: JobDefinition[]): Promise<Database> {
  const { database } = await openDatabaseForTest();
  const worker = startJobWorker({ database, jobs, log });
  onTestFinished(() => worker.stop());
  await worker.started;
  return database;
}

function recorder(name: string): { job: JobDefinition; payloads: unknown[] } {
  const payloads: unknown[] = [];
  return { payloads, job: { name, run: async (payload) => void payloads.push(payload) } };
}

describe('jobs', () => {
  test('run once the transaction that added them has committed', async () => {
    const { job, payloads } = recorder('test.note');
    const database = await workerForTest([job]);
    await database.transaction((sql) => addJob(sql, { name: 'test.note', payload: { number: 1 } }));
    await vi.waitFor(() => expect(payloads).toEqual([{ number: 1 }]), patience);
  });

  test('do not exist when the transaction that added them was rolled back', async () => {
    const { job, payloads } = recorder('test.note');
    const database = await workerForTest([job]);
    const failed = database.transaction(async (sql) => {
      await addJob(sql, { name: 'test.note', payload: 'never' });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await database.transaction((sql) => addJob(sql, { name: 'test.note', payload: 'after' }));
    await vi.waitFor(() => expect(payloads).toEqual(['after']), patience);
  });

  test('that fail stay in the queue', async () => {
    const run = vi.fn(() => Promise.reject(new Error('not today')));
    const database = await workerForTest([{ name: 'test.fail', run }]);
    await database.transaction((sql) => addJob(sql, { name: 'test.fail', payload: null }));
    await vi.waitFor(async () => {
      const rows = await database.sql`select attempts, last_error from graphile_worker.jobs`;
      expect(rows).toEqual([{ attempts: 1, last_error: expect.stringContaining('not today') }]);
    }, patience);
  });

  test('with one key are one job', async () => {
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
    await vi.waitFor(() => expect(payloads).toEqual([3]), patience);
  });
});

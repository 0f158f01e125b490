import { expect, onTestFinished, test } from 'vitest';
import { tryAdvisoryLock } from '../../platform/database/index.js';
import { openDatabaseForTest } from '../support/index.js';

test.each([
  ['2', 1],
  ['6', 1],
  ['8', 2],
])('advisory locks leave a connection of a pool of %s to the work of their holders', async (poolSize, maxLocks) => {
  const { database } = await openDatabaseForTest({ RAMPART_DATABASE_POOL_SIZE: poolSize });
  const acquire = async (key: string) => await tryAdvisoryLock(database, { key, work: 'test' });
  const attempts = await Promise.all(['a', 'b', 'c', 'd'].map(acquire));
  const locks = attempts.filter((lock) => lock !== undefined);
  onTestFinished(async () => {
    await Promise.all(locks.map((lock) => lock.release()));
  });
  expect(locks).toHaveLength(maxLocks);
  expect(await database.guard((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await locks[0]?.release();
  const next = await acquire('e');
  expect(next).toBeDefined();
  if (next !== undefined) locks.push(next);
});

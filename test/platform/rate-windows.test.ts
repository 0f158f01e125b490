import { sql as expression } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Executor } from '../../platform/database/index.js';
import {
  acquireFromWindow,
  createCounter,
  type RateWindow,
  readWindows,
  releaseFromWindow,
  sweepRateWindowsJob,
} from '../../platform/rate-windows.js';
import { openDatabaseForTest } from '../support/index.js';

const window = { scope: 'test.lookup', subject: '192.0.2.1', seconds: 60 };
/** The start of a minute in Unix epoch seconds. */
const start = 1_700_000_040;

const countAll = createCounter(expression<number>`1 + 1`);

async function countInWindow(sql: Executor, window: RateWindow, at: number) {
  const [result] = await countAll(sql, [{ window, at }]);
  if (result === undefined) throw new Error('one request has one result');
  return result;
}

test('a window counts requests beyond its limit, and the next window starts at zero', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  const counts: number[] = [];
  for (const now of [start, start + 59.999, start + 60]) counts.push((await countInWindow(sql, window, now)).count);
  expect(counts).toEqual([1, 2, 1]);
  expect((await countInWindow(sql, window, start + 61)).resetsAt).toBe(start + 120);
});

test('scopes and subjects are counted separately', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  await countInWindow(sql, window, start);
  expect((await countInWindow(sql, { ...window, subject: '192.0.2.2' }, start)).count).toBe(1);
  expect((await countInWindow(sql, { ...window, scope: 'test.other' }, start)).count).toBe(1);
});

test('requests of a replica with a slow clock are counted in the newer window', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  await countInWindow(sql, window, start + 60);
  expect((await countInWindow(sql, window, start + 59)).count).toBe(2);
  expect((await countInWindow(sql, window, start + 61)).count).toBe(3);
});

test('a window that was stored while a clock was wrong is not used after the clock is corrected', async () => {
  const { database } = await openDatabaseForTest();
  const { sql } = database;
  const [wrong, limited] = [start + 300 * 86_400, { ...window, scope: 'test.limited', limit: 1 }];
  await countInWindow(sql, window, wrong);
  await acquireFromWindow(sql, limited, wrong);
  const shown = await readWindows(sql, { scopes: [window.scope, limited.scope], now: start, limit: 10 });
  expect(shown).toEqual([]);
  expect(await countInWindow(sql, window, start)).toMatchObject({ count: 1, resetsAt: start + 60 });
  expect(await acquireFromWindow(sql, limited, start)).toMatchObject({ acquired: true, resetsAt: start + 60 });
  expect((await acquireFromWindow(sql, limited, start + 1)).acquired).toBe(false);
  // A replica whose clock is five minutes behind still counts in the newer window.
  await countInWindow(sql, window, start + 300);
  expect((await countInWindow(sql, window, start)).count).toBe(2);
  await countInWindow(sql, window, wrong);
  await sweepRateWindowsJob({ database, clock: { now: () => start * 1000 } }).run(null);
  expect(await readWindows(sql, { scopes: [window.scope], now: wrong, limit: 10 })).toEqual([]);
});

test('requests of several windows are counted in one statement, each including those before it', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  const other = { ...window, subject: '192.0.2.2' };
  await countInWindow(sql, window, start);
  const requests = [window, other, window, { ...window, scope: 'test.other' }, window, other];
  const results = await countAll(
    sql,
    requests.map((each) => ({ window: each, at: start })),
  );
  expect(results.map(({ count }) => count)).toEqual([2, 1, 3, 1, 4, 2]);
  expect(results.every(({ resetsAt, also }) => resetsAt === start + 60 && also === 2)).toBe(true);
  // Between two windows, all requests count in the newer one.
  const lateRequests = [start + 59, start + 60, start + 59].map((at) => ({ window, at }));
  expect((await countAll(sql, lateRequests)).map(({ count }) => count)).toEqual([1, 2, 3]);
});

test('each request is counted once when several replicas count many windows at the same time', async () => {
  const { sql } = (await openDatabaseForTest({ RAMPART_DATABASE_POOL_SIZE: '20' })).database;
  const windows = Array.from({ length: 20 }, (_, index) => ({ ...window, subject: `192.0.2.${index}` }));
  const requests = [...windows, ...windows.toReversed()].map((each) => ({ window: each, at: start }));
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, index) => countAll(sql, index % 2 === 0 ? requests : requests.toReversed())),
  );
  const counts = Map.groupBy(results.flat(), ({ subject }) => subject);
  const upToSixty = Array.from({ length: 60 }, (_, index) => index + 1);
  for (const each of counts.values())
    expect(each.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(upToSixty);
  expect(counts.size).toBe(20);
});

test('concurrent requests never exceed the limit', async () => {
  const { sql } = (await openDatabaseForTest({ RAMPART_DATABASE_POOL_SIZE: '20' })).database;
  const acquisitions = await Promise.all(
    Array.from({ length: 200 }, () => acquireFromWindow(sql, { ...window, limit: 30 }, start)),
  );
  expect(acquisitions.filter((take) => take.acquired)).toHaveLength(30);
  expect(acquisitions.every((take) => take.resetsAt === start + 60)).toBe(true);
  expect((await acquireFromWindow(sql, { ...window, limit: 30 }, start + 60)).acquired).toBe(true);
});

test('a limit of zero accepts no request', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  expect((await acquireFromWindow(sql, { ...window, limit: 0 }, start)).acquired).toBe(false);
});

test('released requests are available again unless their window has ended', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  const one = { ...window, limit: 1 };
  expect((await acquireFromWindow(sql, one, start)).acquired).toBe(true);
  expect((await acquireFromWindow(sql, one, start + 1)).acquired).toBe(false);
  await releaseFromWindow(sql, one, start);
  expect((await acquireFromWindow(sql, one, start + 2)).acquired).toBe(true);
  expect((await acquireFromWindow(sql, one, start + 60)).acquired).toBe(true);
  await releaseFromWindow(sql, one, start);
  expect((await acquireFromWindow(sql, one, start + 61)).acquired).toBe(false);
});

test.each([
  ['an hour are deleted an hour', 3600, 3600],
  ['a day are deleted an hour', 86_400, 3600],
  ['a minute are deleted ten minutes', 60, 600],
])('windows of %s after they ended', async (_, seconds, retention) => {
  const { database } = await openDatabaseForTest();
  const ofLength = { ...window, seconds };
  const beginning = Math.floor(start / seconds) * seconds;
  const end = beginning + seconds;
  await countInWindow(database.sql, ofLength, beginning);
  const sweepWindows = (now: number) => sweepRateWindowsJob({ database, clock: { now: () => now * 1000 } }).run(null);
  await sweepWindows(end + retention);
  expect((await countInWindow(database.sql, ofLength, beginning)).count).toBe(2);
  await sweepWindows(end + retention + 1);
  expect((await countInWindow(database.sql, ofLength, beginning)).count).toBe(1);
});

test('any number of ended windows are deleted, in several statements', async () => {
  const { database } = await openDatabaseForTest();
  await database.sql`insert into platform.rate_window (scope, subject, starts_at, ends_at, count)
    select 'test.lookup', number::text, 0, 60, 1 from generate_series(1, 20001) number`;
  await countInWindow(database.sql, window, start);
  await sweepRateWindowsJob({ database, clock: { now: () => start * 1000 } }).run(null);
  expect(await database.sql`select subject from platform.rate_window`).toEqual([{ subject: window.subject }]);
});

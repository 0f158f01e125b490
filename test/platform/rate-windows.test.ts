import { expect, test } from 'vitest';
import { countInWindow, giveBackToWindow, sweepRateWindows, takeFromWindow } from '../../platform/rate-windows.js';
import { openDatabaseForTest } from '../support/index.js';

const window = { scope: 'test.look-up', subject: '192.0.2.1', seconds: 60 };
/** The beginning of a minute. */
const start = 1_700_000_040;

test('requests of a window are counted beyond any limit and begin anew with the next window', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  const counts: number[] = [];
  for (const now of [start, start + 59.999, start + 60]) counts.push((await countInWindow(sql, window, now)).count);
  expect(counts).toEqual([1, 2, 1]);
  expect((await countInWindow(sql, window, start + 61)).resetsAt).toBe(start + 120);
});

test('scopes and subjects are counted apart', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  await countInWindow(sql, window, start);
  expect((await countInWindow(sql, { ...window, subject: '192.0.2.2' }, start)).count).toBe(1);
  expect((await countInWindow(sql, { ...window, scope: 'test.other' }, start)).count).toBe(1);
});

test('a replica whose clock is behind counts in the newer window', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  await countInWindow(sql, window, start + 60);
  expect((await countInWindow(sql, window, start + 59)).count).toBe(2);
  expect((await countInWindow(sql, window, start + 61)).count).toBe(3);
});

test('no more than the limit is taken, whoever asks at once', async () => {
  const { sql } = (await openDatabaseForTest({ RAMPART_DATABASE_POOL_SIZE: '20' })).database;
  const takes = await Promise.all(
    Array.from({ length: 200 }, () => takeFromWindow(sql, { ...window, limit: 30 }, start)),
  );
  expect(takes.filter((take) => take.taken)).toHaveLength(30);
  expect(takes.every((take) => take.resetsAt === start + 60)).toBe(true);
  expect((await takeFromWindow(sql, { ...window, limit: 30 }, start + 60)).taken).toBe(true);
});

test('a limit of zero takes nothing', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  expect((await takeFromWindow(sql, { ...window, limit: 0 }, start)).taken).toBe(false);
});

test('what was given back can be taken again, unless its window is over', async () => {
  const { sql } = (await openDatabaseForTest()).database;
  const one = { ...window, limit: 1 };
  expect((await takeFromWindow(sql, one, start)).taken).toBe(true);
  expect((await takeFromWindow(sql, one, start + 1)).taken).toBe(false);
  await giveBackToWindow(sql, one, start);
  expect((await takeFromWindow(sql, one, start + 2)).taken).toBe(true);
  expect((await takeFromWindow(sql, one, start + 60)).taken).toBe(true);
  await giveBackToWindow(sql, one, start);
  expect((await takeFromWindow(sql, one, start + 61)).taken).toBe(false);
});

test('windows that ended an hour ago are removed', async () => {
  const { database } = await openDatabaseForTest();
  await countInWindow(database.sql, window, start);
  const sweep = (now: number) => sweepRateWindows({ database, clock: { now: () => now * 1000 } }).run(null);
  await sweep(start + 60 + 3600);
  expect((await countInWindow(database.sql, window, start)).count).toBe(2);
  await sweep(start + 60 + 3601);
  expect((await countInWindow(database.sql, window, start)).count).toBe(1);
});

import { describe, expect, test } from 'vitest';
import { reasonToDistrust } from './clock-check.js';
import { dayMs, hourMs } from './durations.js';

describe('the clock', () => {
  const now = Date.parse('2026-06-30T12:00:00Z');
  const hour = (count: number): number => (now + count * hourMs) / 1000;

  test.each([
    ['agrees with the database', { databaseNow: now }],
    ['is an hour ahead of the database', { databaseNow: now - hourMs }],
    ['is behind the database', { databaseNow: now + 9 * dayMs }],
    ['follows records without a long gap', { unrecorded: [{ start: hour(-30), end: hour(-7) }] }],
    ['was confirmed by a day of records', { unrecorded: [{ start: hour(-900), end: hour(-24) }] }],
  ])(
    'is trusted if it %s',
    (_, { databaseNow = now, unrecorded = [] }: Partial<Parameters<typeof reasonToDistrust>[1]>) => {
      expect(reasonToDistrust(now, { databaseNow, unrecorded })).toBeUndefined();
    },
  );

  test('is distrusted if it is more than an hour ahead of the database', () => {
    expect(reasonToDistrust(now, { databaseNow: now - 2 * hourMs, unrecorded: [] })).toBe(
      'the clock of this process is 120 minutes ahead of the clock of the database; synchronize the clocks',
    );
  });

  test.each([
    ['and nothing is recorded since', { start: hour(-25), end: hour(0) }],
    ['and less than a day is recorded since', { start: hour(-900), end: hour(-23) }],
  ])('is distrusted if nothing was recorded for more than a day, %s', (_, period) => {
    const unrecorded = [{ start: hour(-2), end: hour(-1) }, period];
    expect(reasonToDistrust(now, { databaseNow: now, unrecorded })).toMatch(
      /^no process with the licenses domain recorded that it was running from 2026-.* to 2026-06-.*: either none was running, or the clock is ahead/,
    );
  });
});

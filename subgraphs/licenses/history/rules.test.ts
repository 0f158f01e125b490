import { describe, expect, test } from 'vitest';
import { historySpan } from './rules.js';

const [hour, day] = [3600, 86_400];
/** A midnight in UTC, in Unix epoch seconds. */
const midnight = 20_000 * day;
const noTimes = { now: midnight, since: undefined, until: undefined, intervalSeconds: undefined };

describe('the period', () => {
  test('is the last seven days by default, including the bucket that starts now', () => {
    const span = historySpan(noTimes);
    expect(span).toMatchObject({ since: midnight - 7 * day, intervalSeconds: hour, bucketSeconds: hour });
    expect(span.until).toBeCloseTo(midnight + 0.001, 4);
  });

  test('starts with a whole bucket', () => {
    const times = { ...noTimes, since: midnight - 5000, until: midnight };
    expect(historySpan(times)).toEqual({
      since: midnight - 2 * hour,
      until: midnight,
      intervalSeconds: hour,
      bucketSeconds: hour,
    });
  });

  test.each([midnight, midnight + 1])('cannot start at or after its end', (since) => {
    expect(() => historySpan({ ...noTimes, since, until: midnight })).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: `since must be before until (2024-10-04T00:00:00.000Z), but is ${new Date(since * 1000).toISOString()}`,
        details: { argument: 'since' },
      }),
    );
  });
});

describe('the default interval', () => {
  test.each([
    [200 * hour, hour],
    [200 * hour + 1, 3 * hour],
    [600 * hour, 3 * hour],
    [600 * hour + 1, 6 * hour],
    [31 * day, 6 * hour],
    // Counts by hour are deleted after 31 days.
    [31 * day + 1, day],
    [200 * day, day],
    [200 * day + 1, 7 * day],
    [1400 * day + 1, 7 * day],
  ])('of a period of %d seconds until now is %d seconds', (lengthSeconds, intervalSeconds) => {
    expect(historySpan({ ...noTimes, since: midnight - lengthSeconds, until: midnight }).intervalSeconds).toBe(
      intervalSeconds,
    );
  });

  test('of a short period that began before the counts by hour is a day', () => {
    const times = { since: midnight - 32 * day, until: midnight - 30 * day };
    expect(historySpan({ ...noTimes, ...times })).toMatchObject({ intervalSeconds: day, bucketSeconds: day });
  });
});

describe('an interval', () => {
  const times = { ...noTimes, since: midnight - day, until: midnight };

  test.each([
    [hour, hour],
    [23 * hour, hour],
    [day, day],
    [25 * hour, hour],
    [366 * day, day],
  ])('of %d seconds aggregates stored buckets of %d seconds', (intervalSeconds, bucketSeconds) => {
    expect(historySpan({ ...times, intervalSeconds })).toMatchObject({ intervalSeconds, bucketSeconds });
  });

  test.each([0, -hour, hour / 2, hour + 1, 366 * day + hour])('of %d seconds is rejected', (intervalSeconds) => {
    expect(() => historySpan({ ...times, intervalSeconds })).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: `intervalSeconds must be a multiple of 3600 between 3600 and 31622400, but is ${intervalSeconds}`,
        details: { argument: 'intervalSeconds' },
      }),
    );
  });

  test('yields at most 1000 buckets', () => {
    const since = midnight - 1000 * hour;
    expect(historySpan({ ...times, since, intervalSeconds: hour }).since).toBe(since);
    const message =
      'There would be 1001 intervals, but at most 1000 are returned: choose a longer interval or a shorter period';
    expect(() => historySpan({ ...times, since: since - 1, intervalSeconds: hour })).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message, details: { argument: 'intervalSeconds' } }),
    );
  });
});

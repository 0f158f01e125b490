import { describe, expect, test } from 'vitest';
import { PullOutcome, SourceState } from '../vocabulary.js';
import { type EndedPull, type Freshness, nextAttemptTime, nextTimeInWindow, staleAt, stateOf } from './schedule.js';

const now = Date.UTC(2026, 0, 1, 12);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Time from the end of an attempt to the next one, in milliseconds. */
function pauseOf(pull: Partial<EndedPull>): number {
  const ended: EndedPull = {
    ...{ kind: 'axfr', now, outcome: PullOutcome.IMPORTED, failures: 0, notBefore: null, downloadedAt: null },
    ...{ refreshSeconds: 1800, retrySeconds: 900, pullMinutes: 60, ...pull },
  };
  return nextAttemptTime(ended) - now;
}

describe('the next transfer attempt', () => {
  test.each([
    [1800, 1800 * 1000],
    [0, minuteMs],
    [59, minuteMs],
    [86_400, dayMs],
    [86_401, dayMs],
    [2 ** 32 - 1, dayMs],
  ])('is due after the refresh time of %d seconds, limited to between a minute and a day', (refreshSeconds, pause) => {
    expect(pauseOf({ refreshSeconds })).toBe(pause);
    expect(pauseOf({ refreshSeconds, outcome: PullOutcome.UNCHANGED })).toBe(pause);
  });

  test('is due after the retry time if the last attempt failed, regardless of the number of failures', () => {
    for (const failures of [1, 2, 20]) {
      expect(pauseOf({ outcome: PullOutcome.FAILED, failures })).toBe(900 * 1000);
    }
    expect(pauseOf({ outcome: PullOutcome.FAILED, failures: 1, retrySeconds: 0 })).toBe(minuteMs);
    expect(pauseOf({ kind: 'https', outcome: PullOutcome.FAILED, failures: 1 })).toBe(5 * minuteMs);
  });
});

test('the pause after a failure doubles from 5 minutes to 6 hours if no SOA record is known', () => {
  const pauses = [1, 2, 3, 7, 8, 100].map((failures) =>
    pauseOf({ outcome: PullOutcome.FAILED, failures, retrySeconds: null }),
  );
  expect(pauses).toEqual([5, 10, 20, 320, 360, 360].map((minutes) => minutes * minuteMs));
});

test('a server is not queried during a pause that it has requested, up to a day', () => {
  expect(pauseOf({ notBefore: now + 2 * hourMs })).toBe(2 * hourMs);
  expect(pauseOf({ notBefore: now + minuteMs })).toBe(1800 * 1000);
  expect(pauseOf({ notBefore: now + 30 * dayMs })).toBe(dayMs);
});

test('a CZDS file is downloaded once in 24 hours, and then requested every hour until a new one is published', () => {
  const downloadedAt = now - 2 * hourMs;
  expect(pauseOf({ kind: 'czds', downloadedAt })).toBe(22 * hourMs);
  expect(pauseOf({ kind: 'czds', downloadedAt, outcome: PullOutcome.UNCHANGED })).toBe(hourMs);
  expect(pauseOf({ kind: 'czds', downloadedAt: null })).toBe(0);
  expect(pauseOf({ kind: 'https', pullMinutes: 15 })).toBe(15 * minuteMs);
});

test.each([
  [{ from: 22 * 60, to: 6 * 60 }, 12, 22],
  [{ from: 22 * 60, to: 6 * 60 }, 22, 22],
  [{ from: 22 * 60, to: 6 * 60 }, 23, 23],
  [{ from: 22 * 60, to: 6 * 60 }, 5, 5],
  [{ from: 22 * 60, to: 6 * 60 }, 6, 22],
  [{ from: 8 * 60, to: 10 * 60 }, 7, 8],
  [{ from: 8 * 60, to: 10 * 60 }, 8, 8],
  [{ from: 8 * 60, to: 10 * 60 }, 9, 9],
  [{ from: 8 * 60, to: 10 * 60 }, 10, 32],
])('the next time within the window %j, from %d h, is %d h', (window, from, first) => {
  const midnight = Date.UTC(2026, 0, 1);
  expect(nextTimeInWindow(midnight + from * hourMs, window)).toBe(midnight + first * hourMs);
});

test('without a window, the next time is the requested time', () => {
  expect(nextTimeInWindow(now, '')).toBe(now);
});

describe('a zone becomes stale', () => {
  const known: Freshness = {
    ...{ kind: 'axfr', failures: 0, outcome: PullOutcome.IMPORTED, createdAt: now, currentAt: now },
    expireSeconds: 864_000,
  };
  const stale = (source: Partial<Freshness>) => staleAt({ ...known, ...source }, { staleHours: 48 }) - now;

  test.each([
    [864_000, 10 * dayMs],
    [60, hourMs],
    [2 ** 32 - 1, 60 * dayMs],
  ])(
    'after the expire time of %d seconds if it is transferred, limited to between an hour and 60 days',
    (seconds, after) => {
      expect(stale({ expireSeconds: seconds })).toBe(after);
    },
  );

  test('after the configured time, if it is not transferred, was never current, or its expire time is not known', () => {
    expect(stale({ kind: 'https' })).toBe(2 * dayMs);
    expect(stale({ currentAt: null })).toBe(2 * dayMs);
    expect(stale({ expireSeconds: null })).toBe(2 * dayMs);
  });

  test('exactly when the expire time ends', () => {
    const stateAt = (at: number, failures = 0) => stateOf({ ...known, failures }, { staleHours: 48, now: at });
    expect(stateAt(now + 10 * dayMs - 1)).toBe(SourceState.CURRENT);
    expect(stateAt(now + 10 * dayMs - 1, 1)).toBe(SourceState.FAILING);
    expect(stateAt(now + 10 * dayMs)).toBe(SourceState.STALE);
  });

  test('only after it was pending, if it was never pulled', () => {
    expect(stateOf({ ...known, currentAt: null }, { staleHours: 48, now })).toBe(SourceState.PENDING);
  });
});

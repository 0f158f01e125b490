import { expect, test } from 'vitest';
import { nextLogAttempt } from './schedule.js';

const minute = 60_000;

test.each([
  [0, null, 55_000],
  [0, 3600, 55_000],
  [1, null, minute],
  [2, null, 2 * minute],
  [6, null, 32 * minute],
  [7, null, 60 * minute],
  [5000, null, 60 * minute],
  [1, 61, 61_000],
  [1, 59, minute],
  [1, 86_400, 24 * 60 * minute],
  [1, 86_401, 24 * 60 * minute],
])(
  'after %d failures and Retry-After %s (seconds), a log is read again after %d ms',
  (failures, retryAfterSeconds, ms) => {
    expect(nextLogAttempt({ now: 1000, failures, retryAfterSeconds })).toBe(1000 + ms);
  },
);

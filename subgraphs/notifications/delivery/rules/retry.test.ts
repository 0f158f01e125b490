import { expect, test } from 'vitest';
import { nextAttempt } from './retry.js';

const firstAttempt = { attempts: 1, queuedAt: 0, now: 1000, retryAfterSeconds: null, chance: 0 };

test.each([
  [1, 5],
  [2, 300],
  [3, 1800],
  [4, 7200],
  [5, 18_000],
  [6, 36_000],
  [7, 50_400],
  [8, 72_000],
  [9, 86_400],
])('attempt %d is followed by another one after %d seconds', (attempts, seconds) => {
  expect(nextAttempt({ ...firstAttempt, attempts })).toBe(1000 + seconds * 1000);
});

test('jitter adds up to a tenth of the delay', () => {
  expect(nextAttempt({ ...firstAttempt, attempts: 2, chance: 1 })).toBeCloseTo(1000 + 330_000);
});

test.each([
  [4, 5000],
  [60, 60_000],
  [86_401, 86_400_000],
])('a receiver that requests a delay of %d seconds gets the next attempt after %d ms', (retryAfterSeconds, delay) => {
  expect(nextAttempt({ ...firstAttempt, retryAfterSeconds })).toBe(1000 + delay);
});

test('there is no attempt after the tenth', () => {
  expect(nextAttempt({ ...firstAttempt, attempts: 10 })).toBeNull();
});

test('there is no attempt once a delivery has waited for as long as all attempts take', () => {
  const allAttempts = 272_105_000;
  expect(nextAttempt({ ...firstAttempt, queuedAt: 1, now: allAttempts })).toBe(allAttempts + 5000);
  expect(nextAttempt({ ...firstAttempt, queuedAt: 1, now: allAttempts + 1 })).toBeNull();
});

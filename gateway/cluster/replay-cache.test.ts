import { expect, test } from 'vitest';
import { ReplayCache } from './replay-cache.js';

const hourMs = 3_600_000;

test.each([0, -hourMs])('forgets calls after two lifetimes, if the clock was changed by %s ms before', (change) => {
  const cache = new ReplayCache(1000);
  cache.add('first', hourMs);
  const start = hourMs + change;
  expect([cache.add('a', start), cache.add('a', start + 1000)]).toEqual([true, false]);
  for (const [index, elapsedMs] of [1500, 3000, 4500].entries()) cache.add(`later ${index}`, start + elapsedMs);
  expect(cache.add('a', start + 4500)).toBe(true);
});

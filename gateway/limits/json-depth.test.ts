import { expect, test } from 'vitest';
import { isDeeperThan } from './json-depth.js';

test.each([
  [0, 1, false],
  [{}, 1, false],
  [{ a: 1 }, 1, false],
  [{ a: {} }, 1, true],
  [[[1]], 2, false],
  [[[[]]], 2, true],
  [null, 0, false],
])('%j deeper than %i: %s', (value, maximum, deeper) => {
  expect(isDeeperThan(value, maximum)).toBe(deeper);
});

test('survives a value nested a hundred thousand levels deep', () => {
  expect(isDeeperThan(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)), 50)).toBe(true);
});

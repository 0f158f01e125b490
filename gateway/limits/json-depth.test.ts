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
])('%j is nested more than %i levels deep: %s', (value, maximum, deeper) => {
  expect(isDeeperThan(value, maximum)).toBe(deeper);
});

test('detects a value that is nested 100,000 levels deep without overflowing the stack', () => {
  expect(isDeeperThan(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)), 50)).toBe(true);
});

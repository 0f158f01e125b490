import { expect, test } from 'vitest';
import { exceededJsonLimit } from './json-limits.js';

test.each([
  [0, 1, undefined],
  [{}, 1, undefined],
  [{ a: 1 }, 1, undefined],
  [{ a: {} }, 1, 'depth'],
  [[[1]], 2, undefined],
  [[[[]]], 2, 'depth'],
  [null, 0, undefined],
])('%j exceeds a maximum depth of %i: %s', (value, depth, exceeded) => {
  expect(exceededJsonLimit(value, { depth, values: 10 })).toBe(exceeded);
});

test.each([
  [[1, 2, 3], 3, undefined],
  [[1, 2, 3], 2, 'values'],
  [{ a: [1], b: { c: 2 } }, 4, undefined],
  [{ a: [1], b: { c: 2 } }, 3, 'values'],
])('%j exceeds a maximum of %i values: %s', (value, values, exceeded) => {
  expect(exceededJsonLimit(value, { depth: 10, values })).toBe(exceeded);
});

test('a value that is nested 100,000 levels deep does not overflow the stack', () => {
  const value = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(exceededJsonLimit(value, { depth: 50, values: 1_000_000 })).toBe('depth');
});

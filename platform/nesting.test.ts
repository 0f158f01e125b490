import { expect, test } from 'vitest';
import { isNestedDeeperThan } from './nesting.js';

test.each([
  [[], 0, false],
  [['a', 1, null], 0, false],
  [[[]], 0, true],
  [{ a: { b: null } }, 1, false],
  [{ a: [{}] }, 1, true],
  [[1, [2, [3]]], 1, true],
  [[1, [2, [3]]], 2, false],
])('%j is nested deeper than %d levels: %s', (value, levels, expected) => {
  expect(isNestedDeeperThan(value, levels)).toBe(expected);
});

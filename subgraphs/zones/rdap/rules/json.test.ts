import { expect, test } from 'vitest';
import { parseExactly } from '../../../../platform/parse-exactly.js';
import { asIdentifier, isNestedDeeperThan } from './json.js';

test.each([
  [5, '5'],
  [parseExactly('12345678901234567890'), '12345678901234567890'],
  [' D1 ', 'D1'],
  [Number.POSITIVE_INFINITY, null],
  [true, null],
])('%j is read as the identifier %j', (value, expected) => expect(asIdentifier(value)).toBe(expected));

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

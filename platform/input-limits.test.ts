import { expect, test } from 'vitest';
import { assertMaxCharacters, assertMaxItems, isLongerThan } from './input-limits.js';

test.each([
  ['abc', 3, false],
  ['abcd', 3, true],
  ['😀😀😀', 3, false],
  ['😀😀😀a', 3, true],
  ['😀😀😀😀', 3, true],
  ['\ud800\ud800\ud800', 3, false],
  ['', 0, false],
])('%j is longer than %d characters: %s', (text, maximum, expected) => {
  expect(isLongerThan(text, maximum)).toBe(expected);
});

test('a text and a list beyond their maximum are refused with the name of the argument; absent ones pass', () => {
  for (const absent of [null, undefined]) {
    assertMaxCharacters('notes', absent, 3);
    assertMaxItems('ids', absent, 2);
  }
  assertMaxCharacters('notes', 'abc', 3);
  assertMaxItems('ids', [1, 2], 2);
  expect(() => assertMaxCharacters('notes', 'abcd', 3)).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      message: 'notes is longer than 3 characters: send a shorter text',
      details: { argument: 'notes' },
    }),
  );
  expect(() => assertMaxItems('ids', [1, 2, 3], 2)).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', message: 'ids may hold at most 2 values, not 3' }),
  );
});

import { expect, test } from 'vitest';
import {
  assertBetween,
  assertMaxCharacters,
  assertMaxItems,
  assertStorableText,
  isLongerThan,
  isUuid,
} from './input-limits.js';

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

test('rejects strings and lists that are too long, naming the argument, and accepts absent ones', () => {
  for (const absent of [null, undefined]) {
    assertMaxCharacters('notes', absent, 3);
    assertMaxItems('ids', absent, 2);
  }
  assertMaxCharacters('notes', 'abc', 3);
  assertMaxItems('ids', [1, 2], 2);
  expect(() => assertMaxCharacters('notes', 'abcd', 3)).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      message: 'notes is longer than 3 characters: send a shorter string',
      details: { argument: 'notes' },
    }),
  );
  expect(() => assertMaxItems('ids', [1, 2, 3], 2)).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', message: 'ids must contain at most 2 values, not 3' }),
  );
});

test.each([
  ['0cd22c9d-6cd8-5fd5-9c37-c1ae54f3c0a5', true],
  ['0CD22C9D-6CD8-5FD5-9C37-C1AE54F3C0A5', true],
  ['{0cd22c9d-6cd8-5fd5-9c37-c1ae54f3c0a5}', false],
  ['0cd22c9d6cd85fd59c37c1ae54f3c0a5', false],
  ['nonsense', false],
  ['', false],
])('%s is a UUID: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});

test.each([1, 2, 10])('accepts %d between 1 and 10', (value) => {
  expect(() => assertBetween({ name: 'first', value, min: 1, max: 10 })).not.toThrow();
});

test.each([0, 11, 1.5, Number.NaN])('rejects %d, naming the valid range', (value) => {
  expect(() => assertBetween({ name: 'first', value, min: 1, max: 10 })).toThrow(
    `first must be an integer from 1 to 10, not ${value}`,
  );
});

test.each(['a\0b', 'half \ud800 a pair'])('rejects text that PostgreSQL cannot store: %j', (text) => {
  expect(() => assertStorableText('notes', text, 100)).toThrow('notes contains characters that cannot be stored');
});

test('accepts storable text up to the maximum length, and absent text', () => {
  for (const text of ['abc', '', null, undefined]) assertStorableText('notes', text, 3);
  expect(() => assertStorableText('notes', 'abcd', 3)).toThrow('notes is longer than 3 characters');
});

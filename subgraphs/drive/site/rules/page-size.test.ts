import { expect, test } from 'vitest';
import { pageSize } from './page-size.js';

test.each([
  [undefined, 200],
  [null, 200],
  [1, 1],
  [1000, 1000],
  [1001, 1000],
])('a page with the $top %s has at most %d items', (top, size) => expect(pageSize(top)).toBe(size));

test.each([0, -1])('$top cannot be %d', (top) => {
  const error = { code: 'BAD_USER_INPUT', details: { argument: '$top' } };
  expect(() => pageSize(top)).toThrow(expect.objectContaining(error));
  expect(() => pageSize(top)).toThrow('$top must be an integer of 1 or more');
});

import { expect, test } from 'vitest';
import { compileHeaders, type HeaderField, valueAt } from './response.js';

const fields = [
  { name: 'RateLimit-Limit', path: ['viewer', 'quota', 'limit'] },
  { name: 'RateLimit-Remaining', path: ['viewer', 'quota', 'remaining'] },
].map(
  (field): HeaderField => ({
    ...field,
    description: undefined,
    shape: { kind: 'scalar', nullable: true, scalar: 'Int' },
  }),
);

test('header values are converted to strings, and null values are omitted', () => {
  const read = compileHeaders(fields);
  expect(read({ viewer: { quota: { limit: 100, remaining: 0 } } })).toEqual({
    'RateLimit-Limit': '100',
    'RateLimit-Remaining': '0',
  });
  expect(read({ viewer: { quota: { limit: 100, remaining: null } } })).toEqual({ 'RateLimit-Limit': '100' });
  expect([read({ viewer: null }), read(null)]).toEqual([{}, {}]);
});

test('a route without headers has no header function', () => {
  expect(compileHeaders([])({ viewer: {} })).toBeUndefined();
});

test('the value of a path that contains null is undefined', () => {
  expect([valueAt({ a: null }, ['a', 'b']), valueAt({ a: { b: 1 } }, ['a', 'b']), valueAt(5, [])]).toEqual([
    undefined,
    1,
    5,
  ]);
});

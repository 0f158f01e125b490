import { expect, test } from 'vitest';
import { compileHeaders, type HeaderField, valueAt } from './compile-answer.js';

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

test('headers are texts of the values that data has', () => {
  const read = compileHeaders(fields);
  expect(read({ viewer: { quota: { limit: 100, remaining: 0 } } })).toEqual({
    'RateLimit-Limit': '100',
    'RateLimit-Remaining': '0',
  });
  expect(read({ viewer: { quota: { limit: 100, remaining: null } } })).toEqual({ 'RateLimit-Limit': '100' });
  expect([read({ viewer: null }), read(null)]).toEqual([{}, {}]);
});

test('a route without headers costs nothing', () => {
  expect(compileHeaders([])({ viewer: {} })).toBeUndefined();
});

test('a path that ends early leads to nothing', () => {
  expect([valueAt({ a: null }, ['a', 'b']), valueAt({ a: { b: 1 } }, ['a', 'b']), valueAt(5, [])]).toEqual([
    undefined,
    1,
    5,
  ]);
});

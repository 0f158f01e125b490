import { expect, test } from 'vitest';
import { rowMaker } from './row-maker.js';

function made(names: readonly string[], values: readonly unknown[]): unknown {
  return rowMaker(names.map((name) => ({ name })))(values);
}

test('a row has its values under the names of the columns', () => {
  expect(made(['id', 'lastSeen'], ['a', null])).toEqual({ id: 'a', lastSeen: null });
});

test('of columns with the same name the last counts', () => {
  expect(made(['id', 'total', 'id'], ['a', 1, 'b'])).toEqual({ id: 'b', total: 1 });
});

test('columns of the same names in another order are not mixed up', () => {
  expect(made(['a', 'b'], [1, 2])).toEqual({ a: 1, b: 2 });
  expect(made(['b', 'a'], [1, 2])).toEqual({ b: 1, a: 2 });
});

test('a name is never code, and never the prototype', () => {
  const row = made(['__proto__', '"]: process.exit(1), ["', '?column?'], ['text', 1, 2]);
  expect(Object.keys(row as object)).toEqual(['__proto__', '"]: process.exit(1), ["', '?column?']);
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
});

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

test('columns of a joined row make an object, or null where there is no such row', () => {
  const names = ['id', 'item.id', 'note', 'item.name'];
  expect(made(names, [1, 'a', 'seen', null])).toEqual({ id: 1, note: 'seen', item: { id: 'a', name: null } });
  expect(made(names, [1, null, 'seen', null])).toEqual({ id: 1, note: 'seen', item: null });
});

test.each([[['item', 'item.id']], [['item.id', 'item']]])(
  '%j is no row: one name for a value and an object',
  (names) => {
    expect(() => made(names, [1, 2])).toThrow('a column is called like a joined row');
  },
);

test('a name is never code, and never the prototype', () => {
  const code = '"]: exit(1), ["';
  const row = made(['__proto__', code, '?column?', `a.${code}`, 'a.__proto__'], ['text', 1, 2, 3, 4]) as { a: object };
  expect(Object.keys(row)).toEqual(['__proto__', code, '?column?', 'a']);
  expect(Object.keys(row.a)).toEqual([code, '__proto__']);
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  expect(Object.getPrototypeOf(row.a)).toBe(Object.prototype);
});

import { expect, test } from 'vitest';
import { exactNumber } from '../exact-number.js';
import { mergeInto } from './merge.js';

test.each<[string, object, object | null | undefined, object]>([
  ['nothing', { a: 1 }, null, { a: 1 }],
  ['no value', { a: 1 }, undefined, { a: 1 }],
  ['another field', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['an absent field', { a: 1 }, { a: undefined }, { a: 1 }],
  ['null', { a: 1 }, { a: null }, { a: null }],
  ['an object', { a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }],
  ['null in place of an object or a list', { a: { b: 1 }, c: [1] }, { a: null, c: null }, { a: { b: 1 }, c: [1] }],
  ['null in place of an item', { a: [{ b: 1 }, [1], 3] }, { a: [null, null, null] }, { a: [{ b: 1 }, [1], null] }],
  ['a list in place of null', { a: null, b: [null] }, { a: [1], b: [[1]] }, { a: [1], b: [[1]] }],
  ['an object in place of null', { a: null }, { a: { c: 2 } }, { a: { c: 2 } }],
  ['a list in place of an object', { a: { b: 1 } }, { a: [1] }, { a: [1] }],
  ['an object in place of a list', { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['a string in place of a list', { a: [1], b: [[1]] }, { a: 'x', b: ['x'] }, { a: 'x', b: ['x'] }],
  ['a list in place of a string', { a: 'x', b: ['x'] }, { a: [1], b: [[1]] }, { a: [1], b: [[1]] }],
  ['items', { a: [{ b: 1 }, null, 3] }, { a: [{ c: 2 }, { d: 4 }, 5] }, { a: [{ b: 1, c: 2 }, { d: 4 }, 5] }],
  ['lists in lists', { a: [[{ b: 1 }]] }, { a: [[{ c: 2 }]] }, { a: [[{ b: 1, c: 2 }]] }],
  ['a longer list', { a: [{ b: 1 }] }, { a: [{ c: 2 }, {}] }, { a: [{ c: 2 }, {}] }],
  ['a longer list of items', { a: [[{ b: 1 }]] }, { a: [[{ c: 2 }, {}]] }, { a: [[{ c: 2 }, {}]] }],
])('merges %s', (_, target, source, expected) => {
  const merged = structuredClone(target) as Record<string, unknown>;
  mergeInto(merged, source as Record<string, unknown> | null | undefined);
  expect(merged).toEqual(expected);
});

test.each<[string, object, object, object]>([
  [
    'retains a known type instead of an interface',
    { __typename: 'Ware' },
    { __typename: 'Thing', id: 1 },
    { __typename: 'Ware', id: 1 },
  ],
  ['replaces a type with another object type', { __typename: 'Ware' }, { __typename: 'Tool' }, { __typename: 'Tool' }],
  ['sets an unknown type to an interface', {}, { __typename: 'Thing' }, { __typename: 'Thing' }],
  [
    'replaces another field with the name of an interface',
    { __typename: 'Ware', id: 'a' },
    { id: 'Thing' },
    { __typename: 'Ware', id: 'Thing' },
  ],
])('a merge %s', (_, target, source, expected) => {
  const merged = { item: structuredClone(target), list: [structuredClone(target)] };
  mergeInto(merged, { item: source, list: [source] }, new Set(['Thing']));
  expect(merged).toEqual({ item: expected, list: [expected] });
});

test('replaces an integer beyond the precision of JavaScript numbers', () => {
  const target = { a: exactNumber('9007199254740993'), b: [exactNumber('9007199254740993')] };
  mergeInto(target, { a: exactNumber('9007199254740995'), b: [exactNumber('9007199254740995')] });
  expect(JSON.stringify(target)).toBe('{"a":9007199254740995,"b":[9007199254740995]}');
});

test('treats names of inherited properties like other field names', () => {
  const target = JSON.parse('{"__proto__":{"a":1}}');
  mergeInto(target, JSON.parse('{"__proto__":{"b":2},"toString":{"c":3}}'));
  expect(JSON.stringify(target)).toBe('{"__proto__":{"a":1,"b":2},"toString":{"c":3}}');
  const empty = {};
  mergeInto(empty, JSON.parse('{"__proto__":{"b":2}}'));
  expect([Object.keys(empty), Object.getPrototypeOf(empty)]).toEqual([['__proto__'], Object.prototype]);
});

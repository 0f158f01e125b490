import type { FetchDataRewrite } from '@apollo/query-planner';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { compilePathRewrites, compileRewrites } from './rewrites.js';

const supergraph = buildSchema(`
  interface Thing { id: ID }
  interface Part implements Thing { id: ID }
  type Ware implements Thing { id: ID }
  type Screw implements Part & Thing { id: ID }
  type Shop { id: ID }
  type Query { thing: Thing shop: Shop }
`);

function set(...path: string[]): FetchDataRewrite {
  return { kind: 'ValueSetter', path, setValueTo: 'new' };
}

function rename(...path: string[]): FetchDataRewrite {
  return { kind: 'KeyRenamer', path, renameKeyTo: 'new' };
}

test.each<[string, FetchDataRewrite[], unknown, unknown]>([
  ['sets a value', [set('a')], { a: 1 }, { a: 'new' }],
  ['sets several values in order', [set('a'), set('b')], {}, { a: 'new', b: 'new' }],
  ['sets a value in each item', [set('a')], [{ a: 1 }, null, [{ a: 2 }], 5], [{ a: 'new' }, null, [{ a: 'new' }], 5]],
  ['sets a nested value', [set('a', 'b')], { a: [{ b: 1 }] }, { a: [{ b: 'new' }] }],
  [
    'sets a value below several steps',
    [set('a', '... on Ware', 'b', 'c')],
    { a: { __typename: 'Ware', b: {} } },
    { a: { __typename: 'Ware', b: { c: 'new' } } },
  ],
  ['sets nothing in an absent object', [set('a', 'b')], { c: 1 }, { c: 1 }],
  ['renames a key', [rename('a')], { a: 1 }, { new: 1 }],
  ['renames a key whose value is null or zero', [rename('a')], [{ a: null }, { a: 0 }], [{ new: null }, { new: 0 }]],
  ['does not rename an absent key', [rename('b')], { a: null, new: 1 }, { a: null, new: 1 }],
  ['does nothing without a path', [set()], { a: 1 }, { a: 1 }],
  [
    'changes objects of a type',
    [set('... on Ware', 'id')],
    [{ __typename: 'Ware' }, { __typename: 'Screw' }],
    [{ __typename: 'Ware', id: 'new' }, { __typename: 'Screw' }],
  ],
  [
    'changes objects of an interface',
    [set('... on Thing', 'id')],
    [{ __typename: 'Screw' }, { __typename: 'Part' }, { __typename: 'Shop' }],
    [{ __typename: 'Screw', id: 'new' }, { __typename: 'Part', id: 'new' }, { __typename: 'Shop' }],
  ],
  ['changes objects of unknown type', [set('... on Ware', 'id')], { a: 1 }, { a: 1, id: 'new' }],
  [
    'does not change objects with an invalid type name',
    [set('... on Ware', 'id')],
    { __typename: 5 },
    { __typename: 5 },
  ],
])('a rewrite %s', (_, rewrites, values, expected) => {
  const value = structuredClone(values);
  compileRewrites(supergraph, rewrites)?.(value);
  expect(value).toEqual(expected);
});

test.each([[undefined], [[]]])('compiles nothing for the rewrites %j', (rewrites) => {
  expect(compileRewrites(supergraph, rewrites)).toBeUndefined();
});

test.each([
  ['a renamed key', [0, 'a', 'c'], [0, 'new', 'c']],
  ['a key in a list and in a fragment', ['b', 1, 2, 'a'], ['b', 1, 2, 'new']],
  ['a key with the same name elsewhere unchanged', ['c', 'a'], ['c', 'a']],
  ['a path that ends before the key unchanged', ['b', 1], ['b', 1]],
])('the path of an error has %s', (_, path, expected) => {
  const rewritePath = compilePathRewrites([rename('a'), set('c', 'a'), rename('b', '... on Ware', 'a')]);
  expect(rewritePath?.(path)).toEqual(expected);
});

test('the path of an error does not change if no key is renamed', () => {
  expect([compilePathRewrites([set('a')]), compilePathRewrites(undefined)]).toEqual([undefined, undefined]);
});

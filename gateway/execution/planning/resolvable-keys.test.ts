import type { QueryPlanSelectionNode } from '@apollo/query-planner';
import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readResolvableKeys, sortEntityTypes } from './resolvable-keys.js';

const supergraph = buildSchema(`
  type Query { media: Media }
  interface Media { id: ID }
  type Book implements Media { id: ID isbn: ID }
  type Film implements Media { id: ID }
`);
const resolvableKeys = readResolvableKeys(
  parse(`
    enum join__Graph { A @join__graph(name: "a", url: "") B @join__graph(name: "b", url: "") }
    interface Media @join__type(graph: A, key: "id") { id: ID }
    type Book @join__type(graph: A, key: "id") @join__type(graph: B, key: "isbn publisher { id }") @join__type(graph: B, key: "id", resolvable: false) { id: ID }
    type Film @join__type(graph: A, key: "id") @join__type(graph: B, key: "id", resolvable: false) { id: ID }
  `),
);

const fields = (...names: string[]): QueryPlanSelectionNode[] => names.map((name) => ({ kind: 'Field', name }));
const on = (typeCondition: string, ...names: string[]): QueryPlanSelectionNode => ({
  kind: 'InlineFragment',
  typeCondition,
  selections: fields(...names),
});

/** The resolvable and the unresolvable types of representations for a subgraph. */
function sorted(
  serviceName: string,
  requires: QueryPlanSelectionNode[],
  ...rest: [rewrites?: object[], types?: object]
) {
  const [inputRewrites = [], types] = rest;
  const request = { serviceName, requires, inputRewrites } as Parameters<typeof sortEntityTypes>[0];
  const { resolvable, unresolvable } = sortEntityTypes(request, { supergraph, resolvableKeys }, types);
  return [[...resolvable], [...unresolvable]];
}

test('the keys of a type in a subgraph are those by which the subgraph finds entities', () => {
  const keys = Object.fromEntries([...resolvableKeys].map(([name, types]) => [name, Object.fromEntries(types)]));
  expect(keys).toEqual({
    a: { Media: [['id']], Book: [['id']], Film: [['id']] },
    b: { Book: [['isbn', 'publisher']], Film: [] },
  });
});

describe('an object', () => {
  test('is resolvable if its representation contains all fields of a key', () => {
    expect(sorted('b', [on('Book', 'isbn')])).toEqual([[], ['Book']]);
    expect(sorted('a', [on('Book', 'id'), on('Film', 'isbn')])).toEqual([['Book'], ['Film']]);
    expect(sorted('b', [on('Media', 'id')])).toEqual([[], ['Book', 'Film']]);
    expect(sorted('b', [on('Book', 'isbn'), on('Media', 'publisher')])).toEqual([['Book'], ['Film']]);
  });

  test('is not considered if the fetch is for other objects', () => {
    const accepts = (type: unknown) => type === 'Book';
    expect(sorted('a', [on('Media', 'id')], [], { accepts })).toEqual([['Book'], []]);
  });

  test('is resolvable by the keys of an interface if its representation is sent with the name of the interface', () => {
    const rewrite = (path: string) => ({ kind: 'ValueSetter', path: [path, '__typename'], setValueTo: 'Media' });
    expect(sorted('a', [on('Film', 'isbn')], [rewrite('... on Film')])).toEqual([[], ['Film']]);
    expect(sorted('b', [on('Media', 'id')], [rewrite('... on Film')])).toEqual([['Film'], ['Book']]);
    expect(sorted('b', [on('Media', 'id')], [rewrite('... on Media')])).toEqual([['Book', 'Film'], []]);
    expect(sorted('b', [on('Media', 'id')], [], { sentType: 'Media' })).toEqual([['Book', 'Film'], []]);
  });
});

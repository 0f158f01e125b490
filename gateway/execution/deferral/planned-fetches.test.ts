import type { FetchNode, PlanNode } from '@apollo/query-planner';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type NameAtPath, overlaps, plannedFetches } from './planned-fetches.js';

const supergraph = buildSchema(`
  type Query { items: [Item] }
  interface Item { id: ID size: Size }
  type Book implements Item { id: ID size: Size title: String }
  type Film implements Item { id: ID size: Size }
  type Size { width: Int height: Int }
`);

function fetch(serviceName: string, operation: string, requires?: FetchNode['requires']): FetchNode {
  const kind = 'Fetch' as const;
  return { kind, serviceName, operation, requires, operationKind: 'query' } as FetchNode; // Only these members are used.
}

const field = (name: string, ...selections: object[]) =>
  ({ kind: 'Field', name, ...(selections.length > 0 && { selections }) }) as never;
const on = (typeCondition: string, ...selections: object[]) =>
  ({ kind: 'InlineFragment', typeCondition, selections }) as never;
const atItems = (node: PlanNode): PlanNode => ({ kind: 'Flatten', path: ['items', '@'], node });

const items = fetch('items', '{ items { __typename id } }');
const titles = fetch('titles', '{ _entities { ... on Book { __typename title } } }', [on('Book', field('id'))]);

function planned(node: PlanNode, interfaceObjects: Record<string, string[]> = {}) {
  const environment = {
    supergraph,
    interfaceObjects: new Map(Object.entries(interfaceObjects).map(([name, types]) => [name, new Set(types)])),
  };
  return plannedFetches({ kind: 'QueryPlan', node }, environment) ?? [];
}

const textOf = ({ path, name, types }: NameAtPath) => `${path}.${name}${types ? ` of ${[...types]}` : ''}`;

describe('a fetch of a plan', () => {
  test('lists the fields that it needs and adds', () => {
    const [first, second] = planned({ kind: 'Sequence', nodes: [items, atItems(titles)] });
    expect(first?.inputs).toEqual([]);
    expect(first?.outputs.map(textOf)).toEqual([
      ...['.items of Query', '.items.__typename of Book,Film', '.items.id of Book,Film'],
    ]);
    expect(second?.inputs.map(textOf)).toEqual(['.items', '.items.id of Book']);
    expect(second?.outputs.map(textOf)).toEqual(['.items.title of Book']);
  });

  test('needs the fields of nested objects, of the types on which they are selected', () => {
    const requires = [on('Item', field('size', field('width')), on('Film', field('id')))];
    const [only] = planned(atItems(fetch('weights', '{ _entities { ... on Item { id } } }', requires)));
    expect(only?.inputs.map(textOf)).toEqual([
      ...['.items', '.items.size of Book,Film', '.items.size.width', '.items.id of Film'],
    ]);
  });

  test('adds the type of objects that were found in a subgraph which knows only their interface', () => {
    const sequence: PlanNode = { kind: 'Sequence', nodes: [items, atItems(titles)] };
    const [, second] = planned(sequence, { items: ['Item'] });
    expect(second?.outputs.map(textOf)).toEqual(['.items.__typename of Book', '.items.title of Book']);
  });

  test('follows the earlier fetches of a sequence, but not those that run in parallel', () => {
    const parallel: PlanNode = { kind: 'Parallel', nodes: [atItems(titles), atItems(titles)] };
    const fetches = planned({ kind: 'Sequence', nodes: [items, parallel, items] });
    expect(fetches.map(({ before }) => before.map((other) => fetches.indexOf(other)))).toEqual([
      [],
      [0],
      [0],
      [0, 1, 2],
    ]);
  });
});

test.each<[string, NameAtPath, boolean]>([
  ['another path', { path: '.b', name: 'x', types: undefined }, false],
  ['another name', { path: '.a', name: 'y', types: undefined }, false],
  ['all types', { path: '.a', name: 'x', types: undefined }, true],
  ['a common type', { path: '.a', name: 'x', types: new Set(['Film', 'Book']) }, true],
  ['other types', { path: '.a', name: 'x', types: new Set(['Film']) }, false],
])('a name and one with %s can refer to the same field: %s', (_, other, expected) => {
  const name = { path: '.a', name: 'x', types: new Set(['Book']) };
  expect([overlaps(name, other), overlaps(other, name)]).toEqual([expected, expected]);
});

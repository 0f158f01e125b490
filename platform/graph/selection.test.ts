import { buildSchema, type GraphQLResolveInfo, graphqlSync } from 'graphql';
import { expect, test } from 'vitest';
import { memoizeBySelection, type Selection, selectedFields } from './selection.js';

const schema = buildSchema(`
  type Query { item: Item things: [Thing!]! items: Items! }
  union Thing = Item | Site
  type Site { id: ID label: String }
  type Item { id: ID name: String size: Int parent: Item }
  type Items { nodes: [Item!]! edges: [Edge!]! total: Int }
  type Edge { cursor: String node: Item! }
`);

/** The selection of each root field of the operation, by response key. */
function selectionsOf(source: string, typeName?: string): Record<string, Selection> {
  const selections: Record<string, Selection> = {};
  const resolve = (_arguments: unknown, _context: unknown, info: GraphQLResolveInfo): unknown => {
    selections[info.path.key] = selectedFields(info, typeName);
    return info.fieldName === 'things' ? [] : null;
  };
  graphqlSync({ schema, source, rootValue: { item: resolve, things: resolve, items: resolve } });
  return selections;
}

/** The selection below the only root field of the operation. */
function selectionOf(source: string, typeName?: string): Selection {
  const [selection] = Object.values(selectionsOf(source, typeName));
  if (selection === undefined) throw new Error(`no field was resolved: ${source}`);
  return selection;
}

const names = memoizeBySelection((selected) => [...new Set(selected)].sort());

test.each([
  { title: 'fields', source: '{ item { name id } }', read: ['id', 'name'] },
  { title: 'a field under its own name', source: '{ item { label: name } }', read: ['name'] },
  { title: 'no nested fields', source: '{ item { parent { size } } }', read: ['parent'] },
  { title: 'fragments', source: '{ item { ... { id } ...F } } fragment F on Item { size }', read: ['id', 'size'] },
  { title: 'a field with a condition', source: '{ item { name @skip(if: true) id } }', read: ['id', 'name'] },
  { title: 'a repeated field', source: '{ item { id } item { size } }', read: ['id', 'size'] },
])('reads the selection of a type: $title', ({ source, read }) => {
  expect(names.of(selectionOf(source))).toEqual(read);
});

test.each([
  { title: 'nodes', source: '{ items { nodes { id } total } }', read: ['id'] },
  { title: 'nodes of edges', source: '{ items { edges { cursor node { name } } } }', read: ['name'] },
  { title: 'both', source: '{ items { nodes { id } edges { node { name id } } } }', read: ['id', 'name'] },
  { title: 'neither', source: '{ items { total } }', read: [] },
])('reads the selection of connection nodes: $title', ({ source, read }) => {
  expect(names.ofNodes(selectionOf(source))).toEqual(read);
});

test('reads only the selection that applies to a member of a union', () => {
  const source = '{ things { __typename ... on Item { id size } ... on Site { label } } }';
  expect(names.of(selectionOf(source, 'Item'))).toEqual(['__typename', 'id', 'size']);
  expect(names.of(selectionOf(source, 'Site'))).toEqual(['__typename', 'label']);
});

test('reads the columns that nested fields require', () => {
  const parents = memoizeBySelection((selected, below) => ({
    selected: [...new Set(selected)],
    below: below('parent'),
  }));
  const source = '{ items { nodes { parent { id } } edges { node { name parent { size parent { name } } } } } }';
  expect(parents.ofNodes(selectionOf(source))).toEqual({
    selected: ['parent', 'name'],
    below: ['id', 'size', 'parent'],
  });
  expect(parents.of(selectionOf('{ item { above: parent { id } } }'))).toEqual({ selected: ['parent'], below: ['id'] });
  expect(parents.of(selectionOf('{ item { id } }'))).toEqual({ selected: ['id'], below: [] });
});

test('computes the selection once for each selection set', () => {
  const created: (readonly string[])[] = [];
  const read = memoizeBySelection((selected) => {
    created.push(selected);
    return { selected };
  });
  const { first, second } = selectionsOf('{ first: item { id } second: item { name } }') as Record<
    'first' | 'second', // The aliases in the query above.
    Selection
  >;
  expect(read.of(first)).toBe(read.of(first));
  expect(read.of(second)).toEqual({ selected: ['name'] });
  expect(created).toEqual([['id'], ['name']]);
});

import type { QueryPlanSelectionNode } from '@apollo/query-planner';
import { buildSchema, Kind, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { NeededFields } from './needed-fields.js';
import { splitByType } from './split-by-type.js';

const types = ['Book', 'Comic', 'Film', 'Song'];
const supergraph = buildSchema(`
  type Query { nodes: [Node] }
  interface Node { id: ID title: String length: Int likes(since: Int): Int peer: Node blurb: String summary: String }
  ${types.map((name) => `type ${name} implements Node { id: ID title: String length: Int likes(since: Int): Int peer: Node blurb: String summary: String }`).join(' ')}
`);

/** Splits a fetch of the `fetched` fields of nodes, for an operation with the `selected` fields. */
function split(fetched: string, selected: string) {
  return splitDocument(`... on Node { ${fetched} }`, selected);
}

/** Splits a fetch with these fragments on entities. */
function splitDocument(fragments: string, selected: string) {
  const document = parse(`query ($representations: [_Any!]!, $since: Int) {
    _entities(representations: $representations) { ${fragments} }
  }`);
  const [operation] = parse(`{ nodes { ${selected} } }`).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const source = { schema: supergraph, operation, fragments: new Map(), variables: {} };
  const selections = ['__typename', 'id', 'title', 'length'].map((name) => ({ kind: 'Field', name }) as const);
  const requires: QueryPlanSelectionNode[] = [{ kind: 'InlineFragment', typeCondition: 'Node', selections }];
  const parts = splitByType(
    { document, text: print(document), requires },
    {
      subgraph: 'likes',
      path: ['nodes', '@'],
      needed: new NeededFields(source, supergraph, { kind: 'QueryPlan' }),
      supergraph,
      interfaceObjects: new Map([['likes', new Set(['Node'])]]),
      resolvableKeys: new Map([['likes', new Map([['Node', [['id']]]])]]),
      requirements: new Map([['likes', new Map(Object.entries({ blurb: ['title'], summary: ['title', 'length'] }))]]),
    },
  );
  return parts.map((part) => ({
    fetch: part.text.replaceAll(/\s+/g, ' '),
    sent: (part.requires ?? []).flatMap((node) =>
      node.kind === 'InlineFragment'
        ? node.selections.flatMap((field) => (field.kind === 'Field' ? [field.name] : []))
        : [],
    ),
    types: [...types, 'Other'].filter((name) => part.accepts?.(name) ?? true),
    sentType: part.sentType,
  }));
}

const all = [...types, 'Other'];
const entities = (fields: string) =>
  `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Node { ${fields} } } }`;

test('a fetch whose fields all types need is not split', () => {
  const [only, ...others] = split('__typename likes blurb', 'likes blurb');
  expect(others).toEqual([]);
  expect(only).toMatchObject({ sent: ['__typename', 'id', 'title', 'length'], types: all, sentType: 'Node' });
});

test('types that need the same fields share a fetch, which sends only what these fields require', () => {
  const selected = 'id ... on Book { likes blurb } ... on Film { likes } ... on Comic { blurb likes }';
  expect(split('__typename likes blurb', selected).slice(0, -1)).toEqual([
    {
      fetch: entities('__typename likes blurb'),
      sent: ['__typename', 'id', 'title'],
      types: ['Book', 'Comic'],
      sentType: 'Node',
    },
    { fetch: entities('__typename likes'), sent: ['__typename', 'id'], types: ['Film'], sentType: 'Node' },
  ]);
});

test('a fetch with fields that no type needs is reduced for all known types', () => {
  expect(split('__typename likes blurb', 'likes')).toMatchObject([
    { fetch: entities('__typename likes'), sent: ['__typename', 'id'], types },
    { fetch: expect.stringContaining('{ __typename likes blurb }'), types: ['Other'] },
  ]);
});

test.each(['... on Node { likes } ... on Other { blurb }', '... on Book { likes }', '__typename'])(
  'a fetch of entities that are not all of one interface object is not split: %s',
  (fragments) => {
    const [only, ...others] = splitDocument(fragments, '... on Book { likes }');
    expect(others).toEqual([]);
    expect(only?.fetch).toContain(fragments);
    expect(only).toMatchObject({ types: all, sentType: undefined });
  },
);

test('objects of unknown type have their own fetch, with all fields', () => {
  const parts = split('likes peer { id }', '... on Book { likes } ... on Film { peer { id } }');
  expect(parts.map((part) => part.types)).toEqual([['Book'], ['Film'], ['Other']]);
  expect(parts.at(-1)?.fetch).toContain('likes peer { id }');
});

test('each fetch declares only the variables that it uses', () => {
  const selected = '... on Book { likes } ... on Film { a: blurb }';
  const [book, film] = split('likes(since: $since) a: blurb', selected);
  expect(book?.fetch).toMatch(/^query \(\$representations: \[_Any!\]!, \$since: Int\) .*{ likes\(since: \$since\) }/);
  expect(film?.fetch).toBe(entities('a: blurb'));
  expect(film?.sent).toEqual(['__typename', 'id', 'title']);
});

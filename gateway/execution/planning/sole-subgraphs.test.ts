import { buildSchema, OperationTypeNode, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { selectOperation } from '../operation.js';
import { planOf, SoleSubgraphs, soleFetch } from './sole-subgraphs.js';

const graphs = 'enum join__Graph { BOOKS @join__graph(name: "books") STOCK @join__graph(name: "stock") }';
const schemas = new Map([
  [
    'books',
    buildSchema(`
      type Query { book: Book any: Named none: Int }
      type Mutation { add: Book }
      type Subscription { added: Book found: Named }
      interface Named { name: String rank: Int }
      type Book implements Named { id: ID name: String rank: Int sold: Int }
      type Film implements Named { name: String rank: Int }
    `),
  ],
  ['stock', buildSchema('type Query { shelf: Int } type Book { sold: Int }')],
]);

/** The subgraph that executes an operation alone, in a supergraph where these directives apply to fields. */
function soleSubgraphOf(text: string, { sold = '@join__field(graph: BOOKS)', film = '' } = {}): string | undefined {
  const supergraph = parse(`
    schema { query: Query mutation: Change subscription: Events }
    ${graphs}
    type Query @join__type(graph: BOOKS) @join__type(graph: STOCK) {
      book: Book @join__field(graph: BOOKS)
      any: Named @join__field(graph: BOOKS)
      shelf: Int @join__field(graph: STOCK)
      both: Int
      lent: Int @join__field(graph: BOOKS) @join__field(graph: STOCK)
    }
    type Change @join__type(graph: BOOKS) { add: Book }
    type Events @join__type(graph: BOOKS) { added: Book found: Named }
    interface Named @join__type(graph: BOOKS) { name: String rank: Int }
    type Book implements Named @join__type(graph: BOOKS, key: "id") @join__type(graph: STOCK, key: "id") {
      id: ID name: String @join__field(graph: BOOKS) rank: Int @join__field(graph: BOOKS) sold: Int ${sold}
    }
    type Film implements Named @join__type(graph: BOOKS) { name: String rank: Int ${film} }
  `);
  return new SoleSubgraphs(supergraph, schemas).find(selectOperation(parse(text), undefined));
}

describe('an operation is executed by one subgraph alone', () => {
  test.each([
    ['a field of one subgraph', '{ book { id name sold } }', 'books'],
    ['a field of another subgraph', '{ shelf }', 'stock'],
    ['fields of the same subgraph', '{ book { id } any { name } }', 'books'],
    ['fields in fragments', '{ ... { book { id } } ...F } fragment F on Query { any { name } }', 'books'],
    ['a mutation whose root type has another name', 'mutation { add { sold } }', 'books'],
    ['a subscription', 'subscription { added { sold } }', 'books'],
  ])('if it selects %s', (_, text, expected) => {
    expect(soleSubgraphOf(text)).toBe(expected);
  });

  test.each([
    ['fields of two subgraphs', '{ book { id } shelf }'],
    ['fields of two subgraphs in fragments', '{ shelf ...F } fragment F on Query { ... { book { id } } }'],
    ['a field that two subgraphs resolve', '{ lent }'],
    ['a field that all subgraphs of the root type resolve', '{ both }'],
    ['a field of one subgraph and one of all', '{ book { id } both }'],
    ['only introspection', '{ __typename }'],
    ['introspection in addition', '{ book { id } __typename }'],
    ['an abstract type of a subscription', 'subscription { found { name } }'],
  ])('unless it selects %s', (_, text) => {
    expect(soleSubgraphOf(text)).toBeUndefined();
  });

  test.each([
    ['that it receives from another', 'graph: BOOKS, external: true'],
    ['that requires others', 'graph: BOOKS, requires: "name"'],
    [
      'that a label moves to another',
      'graph: STOCK, override: "books", overrideLabel: "canary") @join__field(graph: BOOKS, overrideLabel: "canary"',
    ],
    ['that it no longer resolves', 'graph: BOOKS, usedOverridden: true'],
    ['whose arguments come from a context', 'graph: BOOKS, contextArguments: []'],
  ])('unless it selects a field %s', (_, directive) => {
    const sold = `@join__field(${directive})`;
    expect(soleSubgraphOf('{ book { sold } }', { sold })).toBeUndefined();
    expect(soleSubgraphOf('{ book { name } }', { sold })).toBe('books');
  });

  test('if only another subgraph needs others for the field', () => {
    const sold = '@join__field(graph: BOOKS) @join__field(graph: STOCK, external: true)';
    expect(soleSubgraphOf('{ book { sold } }', { sold })).toBe('books');
  });

  test('unless a type of a selected interface needs others for the field', () => {
    const film = '@join__field(graph: BOOKS, requires: "name")';
    expect(soleSubgraphOf('{ any { rank } }', { film })).toBeUndefined();
    expect(soleSubgraphOf('{ any { ... on Book { rank } } }', { film })).toBe('books');
    expect(soleSubgraphOf('{ any { name } }', { film })).toBe('books');
  });
});

test('an operation may select inner fields that the subgraph lacks, which its validation reports', () => {
  expect(soleSubgraphOf('{ book { maker { name } } }')).toBe('books');
});

test('a subgraph whose schema is unknown executes no operation alone', () => {
  const supergraph = parse(`schema { query: Query } ${graphs} type Query @join__type(graph: BOOKS) { book: Int }`);
  const selected = selectOperation(parse('{ book }'), undefined);
  expect(new SoleSubgraphs(supergraph, new Map()).find(selected)).toBeUndefined();
});

describe('the plan of such an operation', () => {
  function planned(text: string) {
    const { operation } = selectOperation(parse(text), undefined);
    return planOf(soleFetch('books', operation, text)).node;
  }

  test('is one fetch with its name and variables', () => {
    const text = 'mutation Add($name: String, $rank: Int) { add(name: $name, rank: $rank) { id } }';
    expect(planned(text)).toEqual({
      ...{ kind: 'Fetch', serviceName: 'books', operation: text, operationName: 'Add' },
      ...{ operationKind: OperationTypeNode.MUTATION, variableUsages: ['name', 'rank'] },
    });
    expect(planned('{ book { id } }')).toMatchObject({ kind: 'Fetch', operationName: undefined, variableUsages: [] });
  });

  test('opens the events of a subscription', () => {
    expect(planned('subscription { added { id } }')).toMatchObject({
      kind: 'Subscription',
      primary: { kind: 'Fetch', serviceName: 'books', operationKind: OperationTypeNode.SUBSCRIPTION },
    });
  });
});

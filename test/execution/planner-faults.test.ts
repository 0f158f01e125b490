import { graphql, parse, print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { buildGraph, composeSupergraph, type DataSource } from '../../gateway/index.js';
import { testRequest } from './shop/index.js';
import { federated, type HttpSubgraph, schemaOf } from './support/http-subgraphs.js';

/** The data of the subgraphs, by id. */
interface Row {
  readonly id: string;
  readonly [field: string]: unknown;
}

function sourceOf(subgraph: HttpSubgraph): DataSource {
  const schema = schemaOf(subgraph);
  return {
    async execute({ text, variables }) {
      const result = await graphql({ schema, source: text, variableValues: variables });
      return JSON.parse(JSON.stringify(result));
    },
  };
}

type Options = Partial<Parameters<typeof buildGraph>[0]>;

/** Runs operations on a graph of the subgraphs, and fails if there are errors. */
function graphOf(subgraphs: readonly HttpSubgraph[], options: Options = {}) {
  const dataSources = Object.fromEntries(subgraphs.map((subgraph) => [subgraph.name, sourceOf(subgraph)]));
  const graph = buildGraph({ supergraphSdl: composeSupergraph(subgraphs), dataSources, ...options });
  return async (document: string, variables: Record<string, unknown> = {}) => {
    const { data, ...rest } = await graph.prepare({ document }).execute({ variables, context: testRequest() });
    expect(rest).toEqual({});
    return JSON.parse(JSON.stringify(data));
  };
}

const nodes = [
  { __typename: 'Book', id: 'n1', title: 'Tides' },
  { __typename: 'Film', id: 'n2', title: 'Dunes' },
];

const library: HttpSubgraph = {
  name: 'library',
  typeDefs: federated(`
    type Query { nodes: [Node!] }
    interface Node @key(fields: "id") { id: ID! title: String }
    type Book implements Node @key(fields: "id") { id: ID! title: String }
    type Film implements Node @key(fields: "id") { id: ID! title: String }
  `),
  resolvers: {
    Query: { nodes: () => nodes },
    Node: { __resolveReference: ({ id }: Row) => nodes.find((node) => node.id === id) },
    Book: { __resolveReference: ({ id }: Row) => nodes.find((node) => node.id === id) },
    Film: { __resolveReference: ({ id }: Row) => nodes.find((node) => node.id === id) },
  },
};
const likes: HttpSubgraph = {
  name: 'likes',
  typeDefs: federated(`
    type Query { d: Node }
    type Node @key(fields: "id") @interfaceObject { id: ID! likes: Int io: String }
  `),
  resolvers: {
    Query: { d: () => ({ id: 'n2' }) },
    Node: {
      __resolveReference: ({ id }: Row) => ({ id }),
      likes: ({ id }: Row) => (id === 'n1' ? 10 : 20),
      io: ({ id }: Row) => `io of ${id}`,
    },
  },
};

describe('an interface that a subgraph defines as an object', () => {
  const sendRequest = graphOf([library, likes]);

  test('keeps the type of its objects together with fields of that subgraph', async () => {
    expect(await sendRequest('{ d { io __typename } }')).toEqual({ d: { io: 'io of n2', __typename: 'Film' } });
    expect(await sendRequest('{ nodes { ... on Book { likes __typename } } }')).toEqual({
      nodes: [{ likes: 10, __typename: 'Book' }, {}],
    });
  });

  test('resolves different fields of each type under one alias', async () => {
    expect(await sendRequest('{ nodes { ... on Book { x: title likes } ... on Film { x: io } } }')).toEqual({
      nodes: [{ x: 'Tides', likes: 10 }, { x: 'io of n2' }],
    });
  });
});

const shop: HttpSubgraph = {
  name: 'shop',
  typeDefs: federated(`
    type Query { products: [Product!] }
    type Product @key(fields: "id") { id: ID! weight: Int price(currency: String!): Int }
  `),
  resolvers: {
    Query: { products: () => [{ id: 'p1' }] },
    Product: {
      __resolveReference: ({ id }: Row) => ({ id }),
      weight: () => 3,
      price: (_row: never, { currency }: { currency: string }) => (currency === 'USD' ? 10 : 9),
    },
  },
};
const stock: HttpSubgraph = {
  name: 'stock',
  typeDefs: federated(`
    type Product @key(fields: "id") {
      id: ID! weight: Int @external price(currency: String!): Int @external inStock: Boolean
      shipping: Int @requires(fields: "weight")
      american: String @requires(fields: "price(currency: \\"USD\\")")
      european: String @requires(fields: "price(currency: \\"EUR\\")")
      quote: Quote @requires(fields: "price(currency: \\"EUR\\")")
    }
    type Quote { text: String price: Amount }
    type Amount { number: Int }
  `),
  resolvers: {
    Product: {
      __resolveReference: (row: Row) => row,
      inStock: () => true,
      shipping: ({ weight }: Row) => Number(weight) * 2,
      american: ({ price }: Row) => `${price} USD`,
      european: ({ price }: Row) => `${price} EUR`,
      quote: ({ price }: Row) => ({ text: 'in euros', price: { number: price } }),
    },
  },
};

describe('fields that require others', () => {
  const sendRequest = graphOf([shop, stock]);
  const conditional = 'query ($w: Boolean!) { products { inStock shipping @include(if: $w) } }';

  test.each([
    [false, { inStock: true }],
    [true, { inStock: true, shipping: 6 }],
  ])('do not affect other fields under a condition that is %s', async (w, product) => {
    expect(await sendRequest(conditional, { w })).toEqual({ products: [product] });
  });

  test('receive the values for their own arguments', async () => {
    const expected = { american: '10 USD', european: '9 EUR', inStock: true };
    expect(await sendRequest('{ products { american european inStock } }')).toEqual({ products: [expected] });
    expect(await sendRequest('{ products { american quote { text price { number } } } }')).toEqual({
      products: [{ american: '10 USD', quote: { text: 'in euros', price: { number: 9 } } }],
    });
    expect(await sendRequest('{ products { european price(currency: "USD") } }')).toEqual({
      products: [{ european: '9 EUR', price: 10 }],
    });
  });

  test('are omitted if conditions exclude the whole selection', async () => {
    const document = 'query ($w: Boolean!) { products { shipping @include(if: $w) } }';
    expect(await sendRequest(document, { w: false })).toEqual({ products: [{}] });
    expect(await sendRequest('query ($w: Boolean!) { products @include(if: $w) { id } }', { w: false })).toEqual({});
  });
});

test('an entity is found by its resolvable key even if an unresolvable key is listed first', async () => {
  const parts: HttpSubgraph = {
    name: 'parts',
    typeDefs: federated(`
      type Query { part: Part }
      type Part @key(fields: "serial", resolvable: false) @key(fields: "id") {
        id: ID! serial: String! weight: Int @external cost: Int @requires(fields: "weight")
      }
    `),
    resolvers: {
      Query: { part: () => ({ id: '1', serial: 's1' }) },
      Part: {
        __resolveReference: (row: Partial<Row>) => (row.id === undefined ? null : { serial: 's1', ...row }),
        cost: ({ weight }: Row) => Number(weight) * 2,
      },
    },
  };
  const scales: HttpSubgraph = {
    name: 'scales',
    typeDefs: federated('type Part @key(fields: "serial") @key(fields: "id") { id: ID! serial: String! weight: Int }'),
    resolvers: { Part: { __resolveReference: (row: Row) => ({ ...row, weight: 3 }) } },
  };
  expect(await graphOf([parts, scales])('{ part { cost } }')).toEqual({ part: { cost: 6 } });
});

describe('literals of custom scalars reach subgraphs unchanged', () => {
  const sdl = `
    scalar BigInt
    scalar JSON
    input Range { from: BigInt to: [BigInt!] }
    type Query { shelf(id: BigInt): Shelf }
    type Mutation { remove(id: BigInt, ids: [BigInt!], range: Range, about: JSON): Boolean }
    type Shelf @key(fields: "id") { id: ID! }`;
  const loans = 'scalar BigInt type Shelf @key(fields: "id") { id: ID! loans(after: BigInt): Int }';
  const received: string[] = [];
  const sourceWith = (data: Record<string, unknown>): DataSource => ({
    execute({ text }) {
      received.push(text);
      return { data: structuredClone(data) };
    },
  });
  const graph = buildGraph({
    supergraphSdl: composeSupergraph([
      { name: 'shelves', typeDefs: federated(sdl) },
      { name: 'loans', typeDefs: federated(loans) },
    ]),
    dataSources: {
      shelves: sourceWith({ remove: true, shelf: { __typename: 'Shelf', id: '1' } }),
      loans: sourceWith({ _entities: [{ loans: 3 }] }),
    },
  });
  async function sentFor(document: string) {
    received.length = 0;
    await graph.prepare({ document }).execute({ variables: {}, context: testRequest() });
    return received.map((text) => print(parse(text)));
  }

  test.each([
    'remove(id: 9007199254740993)',
    'remove(id: -12345678901234567890)',
    'remove(id: 0.1234567890123456789)',
    'remove(id: 1e400)',
    'remove(id: 1.0)',
    'remove(ids: [9007199254740993, 5, 9007199254740995])',
    'remove(range: {from: 9007199254740993, to: [1, 9007199254740995]})',
    'remove(about: {a: [9007199254740993, KIND], b: "literal 1"})',
  ])('%s', async (field) => {
    const document = `mutation { ${field} }`;
    expect(await sentFor(document)).toEqual([print(parse(document))]);
  });

  test('beside a long text, in linear time', async () => {
    const document = `mutation { remove(about: {a: 1.0, b: "literal${' '.repeat(1_000_000)}"}) }`;
    expect(await sentFor(document)).toEqual([print(parse(document))]);
  });

  test('as defaults of variables, together with variables', async () => {
    const document =
      'mutation ($id: BigInt = 9007199254740993, $b: JSON = 7) { remove(id: $id, about: {a: 1.0, b: $b}) }';
    expect(await sentFor(document)).toEqual([print(parse(document))]);
  });

  test.each([
    ['in this thread', 1],
    ['in the planning thread', 501],
  ])('in each fetch of an operation that is planned %s', async (_, size) => {
    const ids = Array.from({ length: size }, (_, index) => `id${index}: id`).join(' ');
    const [first, second] = await sentFor(`{ shelf(id: 9007199254740993) { ${ids} loans(after: 9007199254740995) } }`);
    expect(first).toContain('shelf(id: 9007199254740993)');
    expect(second).toContain('loans(after: 9007199254740995)');
  });
});

describe('a progressive override', () => {
  const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@override"])';
  const overridingSubgraph = (name: string, directive: string): HttpSubgraph => ({
    name,
    typeDefs: `${link}
      ${name === 'old' ? 'type Query { item: Item }' : ''}
      type Item @key(fields: "id") { id: ID! from: String ${directive} }`,
    resolvers: {
      ...(name === 'old' ? { Query: { item: () => ({ id: '1' }) } } : {}),
      Item: { __resolveReference: ({ id }: Row) => ({ id }), from: () => name },
    },
  });
  const subgraphs = (label: string) => [
    overridingSubgraph('old', ''),
    overridingSubgraph('new', `@override(from: "old", label: "${label}")`),
  ];

  test.each([
    [0.1, 'new'],
    [0.4, 'old'],
  ])('of 25 percent with the random number %s uses the %s subgraph', async (share, from) => {
    const sendRequest = graphOf(subgraphs('percent(25)'), { random: () => share });
    expect(await sendRequest('{ item { from } }')).toEqual({ item: { from } });
  });

  test.each([
    [[], 'old'],
    [['canary'], 'new'],
  ])('by label with the active labels %j uses the %s subgraph', async (overrideLabels, from) => {
    const sendRequest = graphOf(subgraphs('canary'), { overrideLabels });
    expect(await sendRequest('{ item { from } }')).toEqual({ item: { from } });
  });
});

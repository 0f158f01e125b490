import { graphql } from 'graphql';
import { describe, expect, test } from 'vitest';
import { buildGraph, composeSupergraph, type DataSource } from '../../gateway/index.js';
import { testRequest } from './shop/index.js';
import { federated, type HttpSubgraph, schemaOf } from './support/http-subgraphs.js';

interface Row {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Runs operations on a graph of the subgraphs, and reduces errors to their messages, paths and codes. */
function graphOf(subgraphs: readonly HttpSubgraph[]) {
  const dataSources = Object.fromEntries(subgraphs.map((subgraph) => [subgraph.name, sourceOf(subgraph)]));
  const graph = buildGraph({ supergraphSdl: composeSupergraph(subgraphs), dataSources });
  return async (document: string) => {
    const { data, errors = [] } = await graph.prepare({ document }).execute({ variables: {}, context: testRequest() });
    return {
      data: JSON.parse(JSON.stringify(data)),
      errors: errors.map(({ message, path, extensions }) => ({
        message,
        path: path?.join('.'),
        code: extensions.code,
      })),
    };
  };
}

function sourceOf(subgraph: HttpSubgraph): DataSource {
  const schema = schemaOf(subgraph);
  return {
    async execute({ text, variables }) {
      return JSON.parse(JSON.stringify(await graphql({ schema, source: text, variableValues: variables })));
    },
  };
}

function failing(message: string): () => never {
  return () => {
    throw new Error(message);
  };
}

const nodes = [
  { __typename: 'Book', id: 'n1', title: 'Tides' },
  { __typename: 'Film', id: 'n2', title: 'Dunes' },
];
const find = ({ id }: Row) => nodes.find((node) => node.id === id) ?? null;

const library: HttpSubgraph = {
  name: 'library',
  typeDefs: federated(`
    type Query { nodes: [Node!] }
    interface Node @key(fields: "id") { id: ID! title: String }
    type Book implements Node @key(fields: "id") { id: ID! title: String }
    type Film implements Node @key(fields: "id") { id: ID! title: String reel: String! }
  `),
  resolvers: {
    Query: { nodes: () => nodes },
    Node: { __resolveReference: find },
    Book: { __resolveReference: find },
    Film: { __resolveReference: find, reel: failing('The reel is lost') },
  },
};

const likes: HttpSubgraph = {
  name: 'likes',
  typeDefs: federated(`
    type Query { favorite: Node unknown: Node }
    type Node @key(fields: "id") @interfaceObject {
      id: ID! likes: Int blocked: Int peer: Node title: String @external blurb: String @requires(fields: "title")
    }
  `),
  resolvers: {
    Query: { favorite: () => ({ id: 'n2' }), unknown: () => ({ id: 'n9' }) },
    Node: {
      __resolveReference: (row: Row) => row,
      likes: () => 10,
      peer: (row: Row) => row,
      blocked: ({ id }: Row) => (id === 'n1' ? 1 : failing('The film is blocked')()),
      blurb: ({ title }: Row) => `Read ${title}`,
    },
  },
};

describe('an interface that a subgraph defines as an object', () => {
  const sendRequest = graphOf([library, likes]);

  test('sends objects without the fields that other types require', async () => {
    expect(await sendRequest('{ nodes { likes ... on Book { blurb } } }')).toEqual({
      data: { nodes: [{ likes: 10, blurb: 'Read Tides' }, { likes: 10 }] },
      errors: [],
    });
  });

  test('fetches a field of one type from objects of that type only', async () => {
    expect(await sendRequest('{ nodes { likes ... on Book { blocked } } }')).toEqual({
      data: { nodes: [{ likes: 10, blocked: 1 }, { likes: 10 }] },
      errors: [],
    });
  });

  test('omits errors of fields that the operation does not select', async () => {
    expect(await sendRequest('{ favorite { likes ... on Book { blocked } } }')).toEqual({
      data: { favorite: { likes: 10 } },
      errors: [],
    });
  });

  test('omits errors of fields that are selected below another type only', async () => {
    expect(await sendRequest('{ nodes { peer { likes } ... on Book { peer { blocked } } } }')).toEqual({
      data: { nodes: [{ peer: { likes: 10, blocked: 1 } }, { peer: { likes: 10 } }] },
      errors: [],
    });
  });

  test('returns null for an object whose type cannot be fetched', async () => {
    expect(await sendRequest('{ favorite { likes ... on Film { reel } } }')).toEqual({
      data: { favorite: null },
      errors: [{ message: 'The reel is lost', path: 'favorite.reel', code: 'DOWNSTREAM_SERVICE_ERROR' }],
    });
  });

  test('returns the common fields of an object that no other subgraph defines', async () => {
    expect(await sendRequest('{ unknown { likes ... on Film { title } } }')).toEqual({
      data: { unknown: { likes: 10 } },
      errors: [],
    });
  });

  test('reports an error if the type of an object that no other subgraph defines is selected', async () => {
    expect(await sendRequest('{ unknown { likes __typename } }')).toEqual({
      data: { unknown: null },
      errors: [
        {
          message: 'No subgraph returned a value for the field "__typename" of Node.',
          path: 'unknown',
          code: 'QUERY_NOT_PLANNABLE',
        },
      ],
    });
  });
});

const owner: HttpSubgraph = {
  name: 'owner',
  typeDefs: federated(`
    type Car @key(fields: "id") { id: ID! weight: Int }
    type Ship @key(fields: "id") { id: ID! weight: Int }
  `),
  resolvers: {
    Car: { __resolveReference: ({ id }: Row) => ({ id, weight: 0 }) },
    Ship: { __resolveReference: ({ id }: Row) => ({ id, weight: 9 }) },
  },
};
const harbour: HttpSubgraph = {
  name: 'harbour',
  typeDefs: federated(`
    type Query { all: [Freight!]! }
    union Freight = Car | Ship
    type Car @key(fields: "id") { id: ID! weight: Int @external toll: String @requires(fields: "weight") }
    type Ship @key(fields: "id", resolvable: false) { id: ID! weight: Int @external toll: String @requires(fields: "weight") }
  `),
  resolvers: {
    Query: {
      all: () => [
        { __typename: 'Car', id: 'c1' },
        { __typename: 'Ship', id: 's1' },
      ],
    },
    Car: { __resolveReference: (row: Row) => row, toll: ({ weight }: Row) => `toll for ${weight}` },
  },
};

describe('an object that a subgraph cannot find', () => {
  test('reports an error for each field without a value, and returns the others', async () => {
    const sendRequest = graphOf([owner, harbour]);
    expect(await sendRequest('{ all { ... on Car { toll } ... on Ship { toll weight } } }')).toEqual({
      data: { all: [{ toll: 'toll for 0' }, { toll: null, weight: 9 }] },
      errors: [
        {
          message: 'No subgraph returned a value for the field "toll" of Ship.',
          path: 'all.1.toll',
          code: 'QUERY_NOT_PLANNABLE',
        },
      ],
    });
  });
});

const both = () => [
  { __typename: 'Left', id: 'l', count: 0 },
  { __typename: 'Right', id: 'r', count: 0 },
];
const strict: HttpSubgraph = {
  name: 'strict',
  typeDefs: federated(`
    type Query { both: [Either!]! }
    type Pair @key(fields: "id") { id: ID! both: [Either!]! }
    union Either = Left | Right
    type Left @key(fields: "id") { id: ID! count: Int! @shareable }
    type Right @key(fields: "id") { id: ID! count: Int }
  `),
  resolvers: { Query: { both }, Pair: { __resolveReference: (row: Row) => row, both } },
};
const lenient: HttpSubgraph = {
  name: 'lenient',
  typeDefs: federated(`
    type Query { pairs: [Pair] }
    type Pair @key(fields: "id") { id: ID! }
    type Left @key(fields: "id") { id: ID! count: Int @shareable }
  `),
  resolvers: { Query: { pairs: () => [{ id: 'p1' }, null] } },
};

test('zero is preserved in fields whose types differ between subgraphs', async () => {
  const sendRequest = graphOf([strict, lenient]);
  expect(await sendRequest('{ both { ... on Left { count } ... on Right { count } } }')).toEqual({
    data: { both: [{ count: 0 }, { count: 0 }] },
    errors: [],
  });
  expect(await sendRequest('{ pairs { both { ... on Left { count } ... on Right { count } } } }')).toEqual({
    data: { pairs: [{ both: [{ count: 0 }, { count: 0 }] }, null] },
    errors: [],
  });
});

const boxes: HttpSubgraph = {
  name: 'boxes',
  typeDefs: federated(`
    type Query { boxes: [Box!] }
    type Box @key(fields: "id") { id: ID! size: Size }
    type Size @shareable { width: Int label: String! }
  `),
  resolvers: {
    Query: { boxes: () => [{ id: 'b1' }] },
    Box: { __resolveReference: (row: Row) => row, size: () => ({ width: 3 }) },
    Size: { label: failing('The label is torn') },
  },
};
const shipping: HttpSubgraph = {
  name: 'shipping',
  typeDefs: federated(`
    type Box @key(fields: "id") { id: ID! size: Size @external price: String @requires(fields: "size { width }") }
    type Size @shareable { width: Int label: String! }
  `),
  resolvers: {
    Box: { __resolveReference: (row: Row) => row, price: ({ size }: Row) => `for ${JSON.stringify(size)}` },
  },
};

test('an object that another field requires is preserved if one of its fields that the client selects fails', async () => {
  const sendRequest = graphOf([boxes, shipping]);
  expect(await sendRequest('{ boxes { size { label } size { width } price } }')).toEqual({
    data: { boxes: [{ size: null, price: 'for {"width":3}' }] },
    errors: [{ message: 'The label is torn', path: 'boxes.0.size.label', code: 'DOWNSTREAM_SERVICE_ERROR' }],
  });
});

const lender: HttpSubgraph = {
  name: 'lender',
  typeDefs: federated(`
    type Book @key(fields: "id") { id: ID! loan: Loan @shareable }
    type Loan { since: String }
  `),
  resolvers: { Book: { __resolveReference: (row: Row) => row, loan: () => ({ since: 'May' }) } },
};
const calendar: HttpSubgraph = {
  name: 'calendar',
  typeDefs: federated(`
    type Query { books: [Book!] }
    type Book @key(fields: "id") { id: ID! }
  `),
  resolvers: { Query: { books: () => [{ id: 'b1' }] } },
};
const returns: HttpSubgraph = {
  name: 'returns',
  typeDefs: federated(`
    type Book @key(fields: "id") { id: ID! loan: Loan @shareable }
    type Loan { until: String! }
  `),
  resolvers: { Book: { __resolveReference: (row: Row) => row, loan: () => ({}) }, Loan: { until: failing('Never') } },
};

test.each([
  ['lender', 'returns'],
  ['returns', 'lender'],
])('a field that failed has one error if %s responds before %s', async (first, second) => {
  const responded = Promise.withResolvers<void>();
  const sources = Object.fromEntries(
    [lender, calendar, returns].map((subgraph) => {
      const source = sourceOf(subgraph);
      const execute: DataSource['execute'] = async (request) => {
        if (subgraph.name === second) await responded.promise;
        const result = await source.execute(request);
        if (subgraph.name === first) setImmediate(responded.resolve);
        return result;
      };
      return [subgraph.name, { execute }];
    }),
  );
  const supergraphSdl = composeSupergraph([lender, calendar, returns]);
  const prepared = buildGraph({ supergraphSdl, dataSources: sources }).prepare({
    document: '{ books { loan { since until } } }',
  });
  const { data, errors } = await prepared.execute({ variables: {}, context: testRequest() });
  expect(data).toEqual({ books: [{ loan: null }] });
  expect(errors?.map(({ message }) => message)).toEqual(['Never']);
});

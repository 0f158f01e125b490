import { buildSubgraphSchema } from '@apollo/subgraph';
import { graphql, parse } from 'graphql';
import { expect, test } from 'vitest';
import { InProcessDataSource } from '../../gateway/execution/index.js';
import { testRequest } from './shop/index.js';

const schema = buildSubgraphSchema({
  typeDefs: parse(/* GraphQL */ `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
    type Query { ok: Boolean }
    type Plain @key(fields: "id") { id: ID! size: Int! }
    type Loaded @key(fields: "id") { id: ID! name: String }
    interface Media @key(fields: "id") { id: ID! title: String }
    type Book implements Media @key(fields: "id") { id: ID! title: String }
  `),
  resolvers: {
    Plain: { size: ({ id }: { id: string }) => id.length },
    Loaded: {
      __resolveReference: async ({ id }: { id: string }) => {
        if (id === 'lost') return null;
        if (id === 'broken') throw new Error('the shelf is empty');
        if (id === 'odd') return { __typename: 'Plain', id, name: 'of another type' };
        return Object.freeze({ __typename: 'Loaded', id, name: `name of ${id}` });
      },
      name: ({ name }: { name: string }) => name,
    },
    Media: {
      __resolveReference: ({ id }: { id: string }) => ({ id, title: `title of ${id}` }),
      __resolveType: () => 'Book',
    },
  },
});
const source = new InProcessDataSource({ schema, createContext: (request) => request });

const query = /* GraphQL */ `query ($representations: [_Any!]!) {
  _entities(representations: $representations) { __typename ... on Plain { size } ... on Loaded { id name } ... on Book { title } }
}`;

test.each([
  [
    'of one type that equal their representations',
    [
      ['Plain', 'a'],
      ['Plain', 'abc'],
    ],
  ],
  ['that are found, unknown, invalid or of another type', ['1', 'lost', 'broken', 'odd'].map((id) => ['Loaded', id])],
  [
    'of an interface',
    [
      ['Media', 'b'],
      ['Book', 'c'],
    ],
  ],
  [
    'of an unknown type',
    [
      ['Plain', 'a'],
      ['Nobody', 'a'],
    ],
  ],
  ['that are invalid', []],
])('entities %s are resolved as by the subgraph library', async (_, keys) => {
  const representations = () => keys.map(([__typename, id]) => ({ __typename, id }));
  const document = parse(query);
  const variables = { representations: representations() };
  const result = await source.execute({
    document,
    text: query,
    operationName: undefined,
    variables,
    context: testRequest(),
  });
  const expected = await graphql({ schema, source: query, variableValues: { representations: representations() } });
  const toPlain = ({ data, errors }: { data?: unknown; errors?: readonly { message: string; path?: unknown }[] }) =>
    JSON.parse(JSON.stringify({ data, errors: errors?.map(({ message, path }) => ({ message, path })) }));
  expect(toPlain(result)).toEqual(toPlain(expected));
});

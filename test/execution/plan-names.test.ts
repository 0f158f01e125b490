import { graphql } from 'graphql';
import { describe, expect, test } from 'vitest';
import { buildGraph, composeSupergraph, type DataSource } from '../../gateway/index.js';
import { testRequest } from './shop/index.js';
import { federated, type HttpSubgraph, schemaOf } from './support/http-subgraphs.js';

interface Ware {
  readonly id: string;
  readonly price?: number;
}

const shop: HttpSubgraph = {
  name: 'shop',
  typeDefs: federated(`
    type Query { wares: [Ware!] }
    type Ware @key(fields: "id") { id: ID! name: String price(currency: String!): Int weight(unit: String! = "kg"): Int }
  `),
  resolvers: {
    Query: { wares: () => [{ id: 'w1' }, { id: 'w2' }] },
    Ware: {
      name: ({ id }: Ware) => `ware ${id}`,
      price: ({ id }: Ware, { currency }: { currency: string }) => {
        if (currency === 'XXX' && id === 'w2') throw new Error('There is no such currency');
        return currency === 'USD' ? 10 : 20;
      },
      weight: (_ware: never, { unit }: { unit: string }) => (unit === 'kg' ? 3 : 3000),
    },
  },
};
const shipping: HttpSubgraph = {
  name: 'shipping',
  typeDefs: federated(`
    type Ware @key(fields: "id") {
      id: ID! price(currency: String!): Int @external weight(unit: String! = "kg"): Int @external
      cost: String @requires(fields: "price(currency: \\"USD\\") weight(unit: \\"kg\\")")
    }
  `),
  resolvers: {
    Ware: {
      cost: ({ id, price, weight }: Ware & { weight: number }) => `${id}: ${price} USD, ${weight} kg`,
      __resolveReference: (ware: Ware) => ware,
    },
  },
};

function sourceOf(subgraph: HttpSubgraph): DataSource {
  const schema = schemaOf(subgraph);
  return {
    async execute({ text, variables }) {
      const result = await graphql({ schema, source: text, variableValues: variables });
      return JSON.parse(JSON.stringify(result));
    },
  };
}

const graph = buildGraph({
  supergraphSdl: composeSupergraph([shop, shipping]),
  dataSources: { shop: sourceOf(shop), shipping: sourceOf(shipping) },
});

async function fetchFirstWare(selections: string, variables: Record<string, unknown> = {}) {
  const definitions = Object.keys(variables).map((name) => `$${name}: String!`);
  const document = `query ${definitions.length > 0 ? `(${definitions})` : ''} { wares { ${selections} } }`;
  const prepared = graph.prepare({ document });
  const { data, errors } = await prepared.execute({ variables, context: testRequest() });
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data)).wares[0];
}

const cost = 'w1: 10 USD, 3 kg';

describe('a client alias with the name of a key or required field', () => {
  test.each([
    ['with other arguments', 'price(currency: "EUR") cost', { price: 20, cost }],
    ['with the same arguments', 'cost price(currency: "USD")', { price: 10, cost }],
    ['with default arguments', 'weight cost', { weight: 3, cost }],
    ['twice, and in fragments', 'price(currency: "EUR") ... { price(currency: "EUR") } cost', { price: 20, cost }],
    ['another field under an alias', 'price: name cost', { price: 'ware w1', cost }],
    ['another field under the name of the key', 'id: name cost', { id: 'ware w1', cost }],
    ['the type under the name of the key', 'id: __typename cost', { id: 'Ware', cost }],
    [
      'next to a name that the planner would choose',
      'price(currency: "EUR") price_0: id cost',
      { price: 20, price_0: 'w1', cost },
    ],
  ])('does not conflict with that field: %s', async (_, selections, expected) => {
    expect(await fetchFirstWare(selections)).toEqual(expected);
  });

  test('does not conflict with that field if an argument is a variable', async () => {
    expect(await fetchFirstWare('price(currency: $in) cost', { in: 'EUR' })).toEqual({ price: 20, cost });
  });

  test('reports errors at the path of the client', async () => {
    const prepared = graph.prepare({ document: '{ wares { price(currency: "XXX") cost } }' });
    const { data, errors } = await prepared.execute({ variables: {}, context: testRequest() });
    expect(data?.wares).toEqual([
      { price: 20, cost },
      { price: null, cost: 'w2: 10 USD, 3 kg' },
    ]);
    expect(errors?.map(({ message, path }) => ({ message, path }))).toEqual([
      { message: 'There is no such currency', path: ['wares', 1, 'price'] },
    ]);
  });
});

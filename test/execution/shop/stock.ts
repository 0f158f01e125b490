import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { byNumber, reject, resolveLater } from './data.js';

export const stockTypeDefs = /* GraphQL */ `
  extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires", "@shareable"])

  type Query { warehouses: [Warehouse!]! emptiest: Product }
  type Mutation { adjust(code: String!, by: Int! = 1): Adjustment }
  type Adjustment { product: Product! by: Int! }

  type Warehouse @key(fields: "name") { name: String! slots: [Slot!]! products(first: Int): [Product] }
  enum Region { NORTH SOUTH }

  type Product @key(fields: "region code") {
    region: Region!
    code: String!
    price: Float @external
    weight: Int @external
    size: Size @external
    inStock: Int!
    shipping(express: Boolean = false): Float @requires(fields: "price weight")
    volume: Int! @requires(fields: "size { width depth }")
    warehouse: Warehouse
    ready: Boolean
  }
  type Size @shareable { width: Int! depth: Int }
  type Slot @key(fields: "owner { id } number") { owner: Person! @shareable number: Int! free: Boolean! }
  type Person @key(fields: "id", resolvable: false) { id: ID! }
`;

interface ProductReference {
  region: string;
  code: string;
  price?: number | null;
  weight?: number | null;
  size?: { width: number; depth: number | null } | null;
}

export function stockSchema(): GraphQLSchema {
  return buildSubgraphSchema([
    {
      typeDefs: parse(stockTypeDefs),
      resolvers: {
        Query: {
          warehouses: () => [{ name: 'w1' }, { name: 'w2' }],
          emptiest: () => ({ region: 'NORTH', code: 'c2' }),
        },
        Mutation: {
          adjust(_: unknown, { code, by }: { code: string; by: number }, context: { log: string[] }) {
            context.log.push(`adjust ${code} ${by}`);
            if (by === 0) throw reject('BAD_USER_INPUT', 'Nothing to adjust');
            return resolveLater(() => ({ product: { region: 'SOUTH', code }, by }));
          },
        },
        Warehouse: {
          __resolveReference: (reference: object) => reference,
          slots: ({ name }: { name: string }) => [{ owner: { id: name === 'w1' ? 'p1' : 'p8' }, number: 1 }],
          products: (_: unknown, { first }: { first?: number | null }) =>
            [{ region: 'SOUTH', code: 'c1' }, null, { region: 'SOUTH', code: 'c5' }].slice(0, first ?? 3),
        },
        Product: {
          __resolveReference(reference: ProductReference) {
            if (reference.code === 'c4') throw new Error('The stock of c4 is lost');
            return resolveLater(() => reference);
          },
          inStock: ({ code }: ProductReference) => (byNumber(code, 5) ? null : Number(code.slice(1))),
          shipping: ({ price, weight }: ProductReference, { express }: { express: boolean }) =>
            price === null || price === undefined ? null : (price + (weight ?? 1000)) * (express ? 2 : 1),
          volume: ({ size }: ProductReference) => (size?.depth ? size.width * size.depth : null),
          warehouse: ({ code }: ProductReference) => (byNumber(code, 2) ? { name: 'w2' } : null),
          ready: ({ code }: ProductReference) => {
            if (byNumber(code, 3)) throw reject('STORE_UNAVAILABLE', 'No stock today');
            return resolveLater(() => byNumber(code, 2));
          },
        },
        Slot: {
          __resolveReference: (reference: { owner?: { id: string } }) => resolveLater(() => reference),
          free: ({ owner }: { owner?: { id: string } }) => owner?.id === 'p1',
        },
      },
    },
  ]);
}

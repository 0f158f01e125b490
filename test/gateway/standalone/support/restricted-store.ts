import { federated, type HttpSubgraph } from '../../../execution/support/http-subgraphs.js';

/** Products, users and items with different access rules. */
export const store: HttpSubgraph = {
  name: 'store',
  typeDefs: federated(`
    type Query {
      products: [Product!]
      me: User
      firm: Firm!
      items: [Item!]!
      things: [Item]
      found: [Found]
      mood: Mood
      stamp: Stamp
      count: Int
    }
    type Mutation { rename(id: ID!): Product close: Boolean @requiresScopes(scopes: [["admin"]]) }
    type Product @key(fields: "id") {
      id: ID! @authenticated
      name: String
      cost: Int @requiresScopes(scopes: [["read:cost", "internal"], ["admin"]])
      margin: Int @policy(policies: [["finance"]])
      secret: String! @requiresScopes(scopes: [["admin"]])
    }
    type User @key(fields: "id") @authenticated { id: ID! name: String }
    type Firm { name: String! @authenticated }
    interface Item { id: ID! title: String }
    type Book implements Item { id: ID! title: String pages: Int }
    type Plan implements Item @requiresScopes(scopes: [["admin"]]) { id: ID! @shareable title: String phase: String }
    union Found = Book | Plan
    enum Mood @authenticated { GLAD SAD }
    scalar Stamp @authenticated
  `),
  resolvers: {
    Query: {
      products: () => [1, 2].map(product),
      me: () => ({ id: 'u1', name: 'Ada' }),
      firm: () => ({ name: 'Acme' }),
      items: () => items,
      things: () => items,
      found: () => items,
      mood: () => 'GLAD',
      stamp: () => 7,
      count: () => 2,
    },
    Mutation: { rename: () => product(1), close: () => true },
  },
};
/** A subgraph that requires the cost of products. */
export const shipping: HttpSubgraph = {
  name: 'shipping',
  typeDefs: federated(`type Product @key(fields: "id") {
    id: ID!
    cost: Int @external
    fee: Int @requires(fields: "cost") @requiresScopes(scopes: [["read:cost", "internal"], ["admin"]])
    days: Int
  }`),
  resolvers: { Product: { fee: ({ cost }: { cost: number }) => cost * 2, days: () => 3 } },
};
const items = [
  { __typename: 'Book', id: 'b1', title: 'Tides', pages: 9 },
  { __typename: 'Plan', id: 'p1', title: 'Move', phase: 'two' },
];

function product(index: number) {
  return { id: String(index), name: `n${index}`, cost: index * 10, margin: index, secret: `s${index}` };
}

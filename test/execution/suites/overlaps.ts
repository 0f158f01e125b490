import { federated } from '../support/http-subgraphs.js';
import type { Suite } from './suite.js';

/** Types that subgraphs define differently, inaccessible elements, and SDL of federation 1. */
export const overlapSuites: readonly Suite[] = [
  {
    name: 'an enum with an inaccessible value in all subgraphs',
    subgraphs: {
      a: federated(`
        type Query { users: [User] byKind(kind: Kind!): [User] }
        type User @key(fields: "id") { id: ID! kind: Kind @shareable }
        enum Kind { REGULAR ADMIN @inaccessible ANONYMOUS }
      `),
      b: federated(`
        type Query { usersB: [User] }
        type User @key(fields: "id") { id: ID! kind: Kind @shareable }
        enum Kind { REGULAR ADMIN @inaccessible ANONYMOUS }
      `),
    },
  },
  {
    name: 'an input whose fields differ between subgraphs',
    subgraphs: {
      a: federated(`
        type Query { users(filter: Filter): [User] }
        type User @key(fields: "id") { id: ID! name: String }
        input Filter { first: Int! text: String }
      `),
      b: federated(`
        type Query { usersB(filter: Filter!): [User] }
        type User @key(fields: "id") { id: ID! nick(in: Filter): String }
        input Filter { first: Int! after: ID }
      `),
    },
  },
  {
    name: 'hidden fields, arguments and values',
    subgraphs: {
      ages: federated(`
        type Query { inAges: [User] }
        type User @key(fields: "id") { id: ID secret: String! @inaccessible age: Int }
      `),
      friends: federated(`
        type Query { inFriends: [User!]! }
        type User @key(fields: "id") {
          id: ID friends(kind: FriendKind = FAMILY @inaccessible): [User!]! kind: FriendKind
          secret: String! @external hint: String @requires(fields: "secret")
        }
        enum FriendKind { FAMILY @inaccessible FRIEND }
      `),
    },
  },
  {
    name: 'a root field of all subgraphs',
    subgraphs: {
      names: federated(`
        type Query { product: Product @shareable products: [Product!] @shareable }
        type Product { id: ID! @shareable name: Name! }
        type Name { id: ID! brand: String! }
      `),
      prices: federated(`
        type Query { product: Product @shareable products: [Product!] @shareable }
        type Product { id: ID! @shareable price: Price! }
        type Price { id: ID! amount: Int! currency: String }
      `),
      kinds: federated(`
        type Query { product: Product @shareable products: [Product!] @shareable }
        type Product { id: ID! @shareable kind: Kind }
        type Kind { id: ID! name: String }
      `),
    },
  },
  {
    name: 'a union with one type that another subgraph defines without a key',
    subgraphs: {
      news: federated(`
        type Query { issue: Issue }
        type Issue @shareable { items: [Item!]! title: String }
        union Item = Story | Advert | Letter
        type Story @shareable { id: ID! text: String }
        type Advert { id: ID! client: String price: Int }
        type Letter { id: ID! author: String }
      `),
      archive: federated(`
        type Issue @shareable { items: [Item!]! title: String }
        union Item = Story
        type Story @shareable { id: ID! text: String }
      `),
    },
  },
  {
    name: 'a union with a different type in each subgraph',
    subgraphs: {
      east: federated(`
        type Query { inEast: Depot both: Depot @shareable }
        type Depot @key(fields: "id") { id: ID! yard: Yard @shareable }
        type Yard @shareable { cars: [Car!]! }
        union Car = Wagon | Tram
        type Wagon @shareable { seats: Int }
        type Tram { line: String }
      `),
      west: federated(`
        type Query { inWest: Depot both: Depot @shareable }
        type Depot @key(fields: "id") { id: ID! yard: Yard @shareable westYard: Yard }
        type Yard @shareable { cars: [Car!]! }
        union Car = Wagon | Ferry
        type Wagon @shareable { seats: Int }
        type Ferry { pier: String }
      `),
    },
  },
  {
    name: 'fields whose nullability and types differ between subgraphs',
    subgraphs: {
      a: federated(`
        type Query { users: [User!]! }
        union Account = User | Admin
        type User @key(fields: "id") { id: ID name: String @shareable similar: [Account!]! }
        type Admin { id: ID @shareable name: String @shareable similar: [Account!]! @shareable }
      `),
      b: federated(`
        type Query { accounts: [Account!]! }
        union Account = User | Admin
        type User @key(fields: "id") { id: ID! name: String! @shareable photo: String }
        type Admin { id: ID! @shareable name: String! @shareable similar: [Account!]! @shareable }
      `),
    },
  },
  {
    name: 'an override from an unknown subgraph, and fields that move to another subgraph',
    subgraphs: {
      a: federated(`
        type Query { feed: [Post] @shareable aFeed: [Post] }
        type Post @key(fields: "id") { id: ID! createdAt: String! }
      `),
      b: federated(`
        type Query { feed: [Post] @override(from: "nobody") @shareable bFeed: [Post] }
        type Post @key(fields: "id") { id: ID! createdAt: String! @override(from: "a") }
      `),
    },
  },
  {
    name: 'federation 1: extended types',
    subgraphs: {
      a: `
        type Query { randomUser: User }
        extend
        type User @key(fields: "id") { id: ID! @external name: String! @external rid: ID }
        extend
        type Query { more: [User!] }
      `,
      b: `
        type User @key(fields: "id") { id: ID! name: String! nickname: String }
        extend
        type Query { userById(id: ID): User }
      `,
    },
  },
  {
    name: 'federation 1: requirements, provisions and @extends',
    subgraphs: {
      stock: `
        type Ware @key(fields: "upc") @extends {
          upc: String! @external weight: Int @external price: Int @external inStock: Boolean
          shipping: Int @requires(fields: "price weight")
        }
      `,
      wares: `
        type Query @extends { wares: [Ware] }
        type Ware @key(fields: "upc") { upc: String! name: String price: Int weight: Int }
      `,
      reviews: `
        type Review @key(fields: "id") {
          id: ID! body: String author: User @provides(fields: "username") ware: Ware
        }
        type User @key(fields: "id") @extends { id: ID! @external username: String @external reviews: [Review] }
        type Ware @key(fields: "upc") @extends { upc: String! @external reviews: [Review] }
      `,
      people: `
        type Query @extends { me: User }
        type User @key(fields: "id") { id: ID! name: String username: String }
      `,
    },
  },
  {
    name: 'federation 1 alongside federation 2',
    subgraphs: {
      old: `
        type Query { product: Product }
        extend
        type Product @key(fields: "id") {
          id: ID! @external price: Float @external discounted: String @requires(fields: "price")
        }
      `,
      new: federated(`
        type Product @key(fields: "id") { id: ID! price: Float name: String @shareable }
        type Query { named: [Product] }
      `),
      other: `
        type Product @key(fields: "id") { id: ID! name: String @shareable rank: Int }
        extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])
      `,
    },
  },
];

import { federated } from '../support/http-subgraphs.js';
import type { Suite } from './suite.js';

/** How entities are resolved: by one key, by several keys, through other entities. */
export const entitySuites: readonly Suite[] = [
  {
    name: 'an entity of two subgraphs',
    subgraphs: {
      mail: federated(`
        type Query { person: Person people: [Person] }
        type Person @key(fields: "id") { id: ID! mail: String! @shareable }
      `),
      names: federated(`
        type Person @key(fields: "mail") @key(fields: "id") { id: ID! mail: String! nick: String! }
      `),
    },
  },
  {
    name: 'a chain of keys',
    subgraphs: {
      shop: federated(`
        type Query { wares: [Ware!]! }
        type Ware @key(fields: "id") { id: String! }
      `),
      codes: federated(`
        type Ware @key(fields: "id") @key(fields: "id code") { id: String! code: String! tags: [Tag!]! }
        type Tag @key(fields: "id") { id: String! code: String! }
      `),
      prices: federated(`
        type Ware @key(fields: "id code maker { id tag }") {
          id: String! code: String @shareable maker: Maker price: Price
        }
        type Maker @key(fields: "id tag") { id: String! tag: String! name: String }
        type Price { amount: Int currency: String! }
      `),
      makers: federated(`
        type Ware @key(fields: "id code") { id: String! code: String! maker: Maker! @shareable }
        type Maker @key(fields: "id") { id: String! tag: String! @shareable first: Ware }
        type Query { best: Ware @shareable }
      `),
    },
  },
  {
    name: 'keys of several forms, not all of which every subgraph has',
    subgraphs: {
      a: federated(`
        type A @key(fields: "id") @key(fields: "code { one two }") @key(fields: "code { one two } id") {
          id: ID! code: Code! @shareable nameInA: String!
        }
        type Code @shareable { one: ID! two: ID! }
      `),
      b: federated(`
        type Query { b: B bs: [B!] }
        type B @key(fields: "id") { id: ID! a: A! as: [A!]! }
        type A @key(fields: "id") @key(fields: "code { one }") {
          id: ID! code: Code! @shareable nameInB(prefix: String = "p"): String
        }
        type Code @shareable { one: ID! }
      `),
    },
  },
  {
    name: 'an entity below an entity, and one that cannot be found',
    subgraphs: {
      a: federated(`
        type Query { boxes: [Box] }
        type Box { thing: Thing }
        type Thing @key(fields: "code") { code: ID! }
      `),
      b: federated('type Thing @key(fields: "id") @key(fields: "code") { id: ID! code: ID! }'),
      c: federated(`
        type Thing @key(fields: "id") { id: ID! author: Author }
        type Author { id: ID! name: String }
      `),
    },
  },
  {
    name: 'a parent that has to be fetched for its child',
    subgraphs: {
      list: federated(`
        type Query { goods: [Good] }
        type Good @key(fields: "id pid") { id: ID! pid: ID! }
      `),
      kinds: federated(`
        type Good @key(fields: "id") { id: ID! pid: ID! @shareable kind: Kind @shareable }
        type Kind @key(fields: "id") { id: ID! details: Details @shareable }
        type Details @shareable { goods: Int }
      `),
      details: federated(`
        type Good @key(fields: "id pid") { id: ID! pid: ID! kind: Kind @shareable }
        type Kind @key(fields: "id") { id: ID! name: String }
        type Details @shareable { goods: Int }
      `),
      last: federated(`
        type Query { goodFromLast(id: ID!): Good }
        type Good @key(fields: "id") { id: ID! name: String! }
        type Kind @key(fields: "id") { id: ID! rank: Int details: Details @shareable }
        type Details @shareable { goods: Int }
      `),
    },
  },
  {
    name: 'mutations of several subgraphs',
    subgraphs: {
      a: federated(`
        type Query { ware(id: ID!): Ware! wares: [Ware!]! }
        type Mutation { addWare(input: NewWare!): Ware! plus(by: Int!, of: String!): Int! }
        input NewWare { name: String! cents: Int }
        type Ware @key(fields: "id") { id: ID! name: String! cents: Int! }
      `),
      b: federated(`
        type Mutation { times(by: Int!, of: String!): Int! forget(of: String): Int }
        type Ware @key(fields: "id") {
          id: ID! cents: Int! @external dear: Boolean! @requires(fields: "cents") there: Boolean!
        }
      `),
      c: federated(`
        type Mutation { addKind(name: String!): Kind! }
        type Kind @key(fields: "id") { id: ID! name: String! }
        type Query { kinds: [Kind] }
      `),
    },
  },
];

import { federated } from '../support/http-subgraphs.js';
import type { Suite } from './suite.js';

/** Interface objects (`@interfaceObject`). */
export const interfaceObjectSuites: readonly Suite[] = [
  {
    name: 'an interface that other subgraphs define as an object',
    isWrongInReference: true,
    subgraphs: {
      a: federated(`
        type Query { accounts: [Account] users: [Guest!]! anAccount: Account }
        interface Account @key(fields: "id") { id: ID! name: String! }
        type Admin implements Account @key(fields: "id") { id: ID! name: String! main: Boolean! }
        type Guest implements Account @key(fields: "id") { id: ID! name: String! }
      `),
      b: federated(`
        type Query { inB: [Account!]! }
        type Account @key(fields: "id") @interfaceObject { id: ID! mail: String }
      `),
      c: federated(`
        type Account @key(fields: "id") @interfaceObject { id: ID! isActive: Boolean! friends: [Account] }
      `),
    },
  },
  {
    name: 'an interface object that requires fields of its interface',
    isWrongInReference: true,
    subgraphs: {
      a: federated(`
        type Query { users: [Account] }
        interface Account @key(fields: "id") { id: ID! name: String! age: Int! }
        type Admin implements Account @key(fields: "id") { id: ID! name: String! age: Int! main: Boolean! }
        type Guest implements Account @key(fields: "id") { id: ID! name: String! age: Int! }
      `),
      b: federated(`
        type Query { inB: [Account] }
        type Account @key(fields: "id") @interfaceObject {
          id: ID! name: String! @external greeting: String! @requires(fields: "name")
        }
      `),
    },
  },
  {
    name: 'an interface object that cannot be resolved by key',
    subgraphs: {
      a: federated(`
        type Query { product: Product products: [Product!] }
        interface Product @key(fields: "id") { id: ID! }
        type Bread implements Product @key(fields: "id") { id: ID! grain: String }
        type Cake implements Product @key(fields: "id") { id: ID! sweet: Boolean }
      `),
      b: federated(`
        type Query { offer: Offer offers: [Offer] }
        type Offer { id: ID! product: Product }
        type Product @key(fields: "id", resolvable: false) @interfaceObject { id: ID! }
      `),
      c: federated(`
        type Product @key(fields: "id") @interfaceObject { id: ID! data: Json }
        type Json { text: String! }
      `),
    },
  },
  {
    name: 'an extension of a type whose interface is an object elsewhere',
    subgraphs: {
      media: federated(`
        type Query { media: Media all: [Media!]! }
        interface Media @key(fields: "id") { id: ID! title: String }
        type Video implements Media @key(fields: "id") { id: ID! title: String seconds: Int }
        type Article implements Media @key(fields: "id") { id: ID! title: String words: Int }
      `),
      authors: federated(`
        type Query { author: Author }
        type Author @key(fields: "id") { id: ID! name: String }
        extend
        type Video @key(fields: "id") { id: ID! authorName: String }
      `),
      lists: federated(`
        type Query { list: List }
        type List @key(fields: "id") { id: ID! name: String media: Media more: [Media] }
        type Media @key(fields: "id") @interfaceObject { id: ID! }
      `),
    },
  },
  {
    name: 'an interface that no type implements',
    isWrongInReference: true,
    subgraphs: {
      a: federated(`
        interface Node @key(fields: "id") { id: ID! }
        type Product @key(fields: "id", resolvable: false) @interfaceObject { id: ID! }
        type Query { product: Product! products: [Product] }
      `),
      b: federated(`
        type Node @key(fields: "id", resolvable: false) @interfaceObject { id: ID! field: String }
        interface Product @key(fields: "id") { id: ID! }
        type Bread implements Product @key(fields: "id") { id: ID! name: String! }
        type Query { b: Node nodes: [Node!] }
      `),
    },
  },
];

import { federated } from '../support/http-subgraphs.js';
import type { Suite } from './suite.js';

/** Interfaces and unions whose fields are spread over subgraphs. */
export const abstractSuites: readonly Suite[] = [
  {
    name: 'abstract types of many entities',
    subgraphs: {
      goods: federated(`
        type Query { goods: [Good] similar(id: ID!): [Good] }
        interface Good { id: ID! sku: String size: Size }
        interface Similar { similar: [Good] }
        type Size { high: Int wide: Int }
        type Book implements Good & Similar @key(fields: "id") {
          id: ID! sku: String size: Size @shareable similar: [Book]
        }
        type Paper implements Good & Similar @key(fields: "id") {
          id: ID! sku: String size: Size @shareable similar: [Paper] publisher: Publisher
        }
        union Publisher = Agency | Group
        type Agency @key(fields: "id") { id: ID! }
        type Group @key(fields: "id") { id: ID! name: String contact: String }
      `),
      reviews: federated(`
        type Query { review(id: Int!): Review }
        type Review { id: Int! body: String! good: Good }
        interface Good { id: ID! count: Int! reviews: [Review!]! }
        type Book implements Good & Similar @key(fields: "id") {
          id: ID! count: Int! reviews: [Review!]! similar: [Book] @external
          ofSimilar: String @requires(fields: "similar { id reviewsScore }") reviewsScore: Int! @shareable
        }
        interface Similar { similar: [Good] }
        type Paper implements Good @key(fields: "id") { id: ID! count: Int! reviews: [Review!]! }
      `),
      agencies: federated(`
        type Agency @key(fields: "id") { id: ID! company: String mail: String! @shareable }
        type Query { agency: Agency }
      `),
    },
  },
  {
    name: 'a union whose types are defined by different subgraphs',
    subgraphs: {
      a: federated(`
        type Query { media: Media book: Media viewer: Viewer @shareable }
        union Media = Book | Song
        union ViewerMedia = Book | Song
        type Book @key(fields: "id") { id: ID! title: String! }
        type Song @key(fields: "title") { title: String! aTitle: String! }
        type Viewer { media: ViewerMedia @shareable book: ViewerMedia }
      `),
      b: federated(`
        type Query { song: Media viewer: Viewer @shareable }
        union Media = Song | Movie | Book
        union ViewerMedia = Song | Movie | Book
        type Song @key(fields: "title", resolvable: false) { title: String! }
        type Movie { title: String! }
        type Book @key(fields: "id") { id: ID! bTitle: String! }
        type Viewer { media: ViewerMedia @shareable song: ViewerMedia }
      `),
    },
  },
  {
    name: 'a union below a shared value, with types that only one subgraph defines',
    subgraphs: {
      a: federated(`
        type Query { rootA: Box shared: Box @shareable }
        type Box @key(fields: "id") { id: ID! wrap: Wrap @shareable }
        type Wrap @shareable { acts: [Act!]! }
        union Act = Common | OnlyA
        type Common @shareable { label: String }
        type OnlyA { a: String }
      `),
      b: federated(`
        type Query { rootB: Box shared: Box @shareable }
        type Box @key(fields: "id") { id: ID! wrap: Wrap @shareable bWrap: Wrap }
        type Wrap @shareable { acts: [Act!]! }
        union Act = Common | OnlyB
        type Common @shareable { label: String }
        type OnlyB { b: String }
      `),
    },
  },
  {
    name: 'a type that is of an interface in one subgraph only',
    subgraphs: {
      a: federated(`
        type Query { all: [Product] node(id: ID!): Node nodes: [Node] toasters: [Toaster] }
        union Product = Oven | Toaster
        interface Node { id: ID! }
        interface Warranted { years: Int }
        type Oven @key(fields: "id") { id: ID! }
        type Toaster implements Node & Warranted @key(fields: "id") { id: ID! years: Int }
      `),
      b: federated(`
        interface Node { id: ID! }
        interface Warranted { years: Int }
        type Oven implements Node & Warranted @key(fields: "id") { id: ID! years: Int }
      `),
    },
  },
  {
    name: 'a node whose types are defined by different subgraphs',
    subgraphs: {
      a: federated(`
        type Query { node(id: ID!): Node @shareable account(id: String!): Account }
        interface Node { id: ID! }
        type Account implements Node @key(fields: "id") { id: ID! username: String! }
        type Chat implements Node @key(fields: "id") { id: ID! @external account: Account! }
      `),
      b: federated(`
        type Query { node(id: ID!): Node @shareable chat(id: String!): Chat }
        interface Node { id: ID! }
        type Account implements Node @key(fields: "id") { id: ID! @external chats: [Chat!]! }
        type Chat implements Node @key(fields: "id") { id: ID! text: String! }
      `),
    },
  },
  {
    name: 'an interface that refers to itself',
    isWrongInReference: true,
    subgraphs: {
      a: federated(`
        type Query { product: Product }
        interface Product { samePriceProduct: Product }
        type Book implements Product @key(fields: "id") {
          id: ID! samePriceProduct: Book @provides(fields: "price") price: Float @external
        }
      `),
      b: federated('type Book @key(fields: "id") { id: ID! price: Float @shareable }'),
    },
  },
  {
    name: 'overridden fields of types of an interface',
    subgraphs: {
      a: federated(`
        type Query { feed: [Post] }
        interface Post { id: ID! createdAt: String! }
        type ImagePost implements Post @key(fields: "id") { id: ID! createdAt: String! }
      `),
      b: federated(`
        type Query { another: [AnyPost] }
        union AnyPost = ImagePost | TextPost
        interface Post { id: ID! createdAt: String! }
        type TextPost implements Post @key(fields: "id") { id: ID! createdAt: String! body: String! }
        type ImagePost implements Post @key(fields: "id") { id: ID! createdAt: String! @override(from: "a") }
      `),
    },
  },
  {
    name: 'names of types behind interfaces and unions',
    isWrongInReference: true,
    subgraphs: {
      a: federated(`
        type Query { union: Device interface: Node users: [User!]! }
        union Device = Oven | Toaster
        interface Node { id: ID! }
        type Oven implements Node { id: ID! }
        type Toaster implements Node { id: ID! }
        interface User @key(fields: "id") { id: ID! }
        type Admin implements User @key(fields: "id") { id: ID! rank: Int }
      `),
      b: federated(`
        type Query { others: [User!] }
        type User @key(fields: "id") @interfaceObject { id: ID! name: String! }
      `),
    },
  },
];

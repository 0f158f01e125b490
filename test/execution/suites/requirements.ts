import { federated } from '../support/http-subgraphs.js';
import type { Suite } from './suite.js';

/** Fields that require or provide fields of other subgraphs. */
export const requirementSuites: readonly Suite[] = [
  {
    name: 'requirements of requirements',
    subgraphs: {
      a: federated(`
        type Query { ware: Ware wares: [Ware] }
        type Ware @key(fields: "id") { id: ID! price: Int! hasDiscount: Boolean! @override(from: "d") }
      `),
      b: federated(`
        type Ware @key(fields: "id") {
          id: ID! hasDiscount: Boolean! @external isDear: Boolean! @requires(fields: "hasDiscount")
        }
      `),
      c: federated(`
        type Ware @key(fields: "id") {
          id: ID! isDear: Boolean! @external canPay: Boolean! @requires(fields: "isDear")
        }
      `),
      d: federated(`
        type Ware @key(fields: "id") {
          id: ID! hasDiscount: Boolean! price: Int! @external isDear: Boolean! @external
          deal: String @requires(fields: "price isDear")
        }
      `),
    },
  },
  {
    name: 'requirements in a circle of two subgraphs',
    subgraphs: {
      a: federated(`
        type Query { feed: [Post] }
        type Post @key(fields: "id") {
          id: ID! byNovice: Boolean! @external byExpert: Boolean! @requires(fields: "byNovice")
        }
        type Author @key(fields: "id") { id: ID! years: Int! }
      `),
      b: federated(`
        type Post @key(fields: "id") {
          id: ID! author: Author! byNovice: Boolean! @requires(fields: "author { years }")
        }
        type Author @key(fields: "id") { id: ID! years: Int! @external }
      `),
    },
  },
  {
    name: 'requirements with arguments',
    subgraphs: {
      a: federated(`
        type Query { feed: [Post] }
        type Ware @key(fields: "id") {
          id: ID! weight: Int @external price(currency: String!): Int @external
          shipping: String @requires(fields: "price(currency: \\"USD\\") weight")
        }
        type Post @key(fields: "id") {
          id: ID! comments(limit: Int!): [Comment] @external
          author: Author @requires(fields: "comments(limit: 3) { authorId }")
        }
        type Comment @key(fields: "id") { id: ID! authorId: ID @external }
        type Author { id: ID! name: String }
      `),
      b: federated(`
        type Query { wares: [Ware] }
        type Ware @key(fields: "id") { id: ID! name: String price(currency: String!): Int weight: Int }
      `),
      c: federated(`
        type Post @key(fields: "id") { id: ID! comments(limit: Int!): [Comment] }
        type Comment @key(fields: "id") { id: ID! authorId: ID body: String! }
      `),
    },
  },
  {
    name: 'requirements with fragments and abstract types',
    subgraphs: {
      a: federated(`
        type Query { a: Entity }
        type Entity @key(fields: "id") { id: ID! data: Foo }
        interface Foo { foo: String! }
        interface Bar implements Foo { foo: String! bar: String! }
        type Baz implements Foo & Bar @shareable { foo: String! bar: String! baz: String! }
        type Qux implements Foo & Bar @shareable { foo: String! bar: String! qux: String! }
      `),
      b: federated(`
        type Query { b: Entity bb: [Entity] }
        interface Foo { foo: String! }
        interface Bar implements Foo { foo: String! bar: String! }
        type Baz implements Foo & Bar @shareable { foo: String! bar: String! baz: String! }
        type Qux implements Foo & Bar @shareable { foo: String! bar: String! qux: String! }
        type Entity @key(fields: "id") {
          id: ID! data: Foo @external
          requirer: String! @requires(fields: "data { foo ... on Bar { bar ... on Baz { baz } ... on Qux { qux } } }")
          requirer2: String! @requires(fields: "data { ... on Foo { foo } }")
        }
      `),
    },
  },
  {
    name: 'a required interface whose types are entities',
    subgraphs: {
      a: federated(`
        type Query { a: User }
        type User @key(fields: "id") {
          id: ID! name: String! address: Address @external city: String @requires(fields: "address { id }")
          country: String @requires(fields: "address { __typename }")
        }
        interface Address { id: ID! }
        type Home implements Address @key(fields: "id") { id: ID! city: String @shareable }
        type Work implements Address @key(fields: "id") { id: ID! city: String @shareable }
      `),
      b: federated(`
        type Query { b: User users: [User!]! }
        type User @key(fields: "id") { id: ID! address: Address @shareable }
        interface Address { id: ID! }
        type Home implements Address @key(fields: "id") { id: ID! street: String @shareable }
        type Work implements Address @key(fields: "id") { id: ID! street: String @shareable }
        type Second implements Address @key(fields: "id") { id: ID! street: String @shareable }
      `),
    },
  },
  {
    name: 'overridden fields with requirements',
    subgraphs: {
      a: federated(`
        type Query { users: [User] inA: User }
        type User @key(fields: "id") {
          id: ID! name: String! @override(from: "c") cName: String! @external
          aName: String! @requires(fields: "cName")
        }
      `),
      b: federated(`
        type Query { inB: User }
        type User @key(fields: "id") {
          id: ID! name: String! @external aName: String! @external bName: String! @requires(fields: "name aName")
        }
      `),
      c: federated(`
        type Query { inC: User }
        type User @key(fields: "id") { id: ID! name: String! cName: String! }
      `),
    },
  },
  {
    name: 'provided fields, at depth',
    subgraphs: {
      all: federated(`
        type Query { things: [Thing] @provides(fields: "kind { name sub { name } } mark") one: Thing }
        type Thing @key(fields: "id") { id: ID! kind: [Kind] @external mark: String @external }
        type Kind @key(fields: "id") { id: ID! name: String @external sub: [Kind!] @external }
      `),
      kinds: federated(`
        type Query { kinds: [Kind!] }
        type Thing @key(fields: "id") { id: ID! kind: [Kind] @shareable mark: String @shareable extra: String! }
        type Kind @key(fields: "id") { id: ID! name: String @shareable sub: [Kind!] @shareable }
      `),
    },
  },
  {
    name: 'provided fields of interfaces and unions',
    subgraphs: {
      a: federated(`
        type Query { media: [Media] @shareable }
        union Media = Book | Film
        type Book @key(fields: "id") { id: ID! @shareable title: String @shareable }
        type Film @key(fields: "id") { id: ID! @shareable }
      `),
      b: federated(`
        type Query {
          media: [Media] @shareable @provides(fields: "... on Book { title } ... on Film { title }")
          shown: Shown @provides(fields: "animals { ... on Cat { name } }")
        }
        union Media = Book | Film
        type Book @key(fields: "id") { id: ID! @shareable title: String @external }
        type Film @key(fields: "id") { id: ID! @shareable title: String @external }
        type Shown @key(fields: "id") { id: ID! animals: [Animal] @external }
        interface Animal { id: ID! }
        type Cat implements Animal @key(fields: "id") { id: ID! name: String @external }
        type Dog implements Animal @key(fields: "id") { id: ID! }
      `),
      c: federated(`
        type Book @key(fields: "id") { id: ID! @shareable title: String @shareable }
        type Film @key(fields: "id") { id: ID! title: String @shareable }
        type Shown @key(fields: "id") { id: ID! animals: [Animal] @shareable }
        interface Animal { id: ID! name: String }
        type Cat implements Animal @key(fields: "id") { id: ID! name: String @shareable age: Int }
        type Dog implements Animal @key(fields: "id") { id: ID! name: String @shareable age: Int }
      `),
    },
  },
];

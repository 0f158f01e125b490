import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readCostModel } from './cost-model.js';
import { compileCost } from './operation-cost.js';

const sdl = `
  directive @cost(weight: Int!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | OBJECT | SCALAR
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
  type Query {
    one: Item
    unsized: [Item!]!
    sized: [Item!]! @listSize(assumedSize: 7)
    sliced(first: Int = 20, last: Int): [Item!]! @listSize(assumedSize: 40, slicingArguments: ["first", "last"])
    nested(input: Page): [Item!]! @listSize(slicingArguments: ["input.first"])
    page(first: Int): Page_! @listSize(slicingArguments: ["first"], sizedFields: ["nodes", "edges"], assumedSize: 50)
    search(text: String @cost(weight: 5), filter: Filter): Int @cost(weight: 3)
    heavy: Heavy
    node: Node
  }
  interface Node { id: ID }
  type Mutation { change(id: ID): Item }
  input Page { first: Int }
  input Filter { notes: String @cost(weight: 8) and: [Filter!] }
  type Page_ { total: Int nodes: [Item!]! edges: [Edge!]! other: [Item!]! }
  type Edge { node: Item! }
  type Item implements Node { id: ID name: String secret: String @cost(weight: 2) items(first: Int): [Item!]! @listSize(slicingArguments: ["first"]) }
  type Heavy @cost(weight: 100) { id: ID }
`;
const schema = buildSchema(sdl);
const model = readCostModel(sdl);

function costOf(text: string, variables: Record<string, unknown> = {}): number {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  return compileCost({ schema, model, document, operation })(variables);
}

describe('the cost of an operation', () => {
  test.each([
    ['leaves are free', '{ __typename }', 0],
    ['an object', '{ one { id name } }', 1],
    ['a weighted leaf', '{ one { secret } }', 3],
    ['a weighted type', '{ heavy { id } }', 100],
    ['a mutation', 'mutation { change { id } }', 11],
    ['a list that nothing is said about', '{ unsized { id } }', 10],
    ['a list of an assumed size', '{ sized { id } }', 7],
    ['a list sliced by a literal', '{ sliced(first: 3) { id } }', 3],
    ['a list sliced by the argument’s default', '{ sliced { id } }', 20],
    ['a list sliced by two arguments: the larger', '{ sliced(first: 3, last: 5) { id } }', 5],
    ['a list sliced by null: the assumed size', '{ sliced(first: null) { id } }', 40],
    ['a slice inside an input object', '{ nested(input: { first: 4 }) { id } }', 4],
    ['a negative slice is nothing, never a discount', '{ sliced(first: -5) { id } }', 0],
    ['sized fields of a page', '{ page(first: 2) { nodes { id } } }', 3],
    ['edges and nodes of a page', '{ page(first: 2) { edges { node { id } } } }', 5],
    ['a page’s other list has its own size', '{ page(first: 2) { other { id } } }', 11],
    ['sizes through a fragment', '{ page(first: 2) { ...P } } fragment P on Page_ { nodes { id } }', 3],
    ['lists in lists multiply', '{ sliced(first: 10) { items(first: 10) { id } } }', 110],
    [
      'weights of arguments and input fields',
      '{ search(text: "x", filter: { notes: "a", and: [{ notes: "b" }] }) }',
      24,
    ],
    ['both sides of an interface', '{ node { ... on Item { items(first: 2) { id } } } }', 3],
    ['the same fragment twice', '{ one { ...F ...F } } fragment F on Item { secret }', 5],
    ['nothing for what is skipped', '{ sized @skip(if: true) { id } one { id } }', 1],
  ])('counts %s', (_, text, cost) => {
    expect(costOf(text)).toBe(cost);
  });

  test('follows the variables', () => {
    const text = 'query ($n: Int = 6) { sliced(first: $n) { items(first: $n) { id } } }';
    expect(costOf(text, { n: 2 })).toBe(2 + 4);
    expect(costOf(text)).toBe(6 + 36);
    expect(costOf(text, { n: 1000 })).toBe(1_001_000);
  });

  test('follows variables that include or skip', () => {
    const text = 'query ($all: Boolean = false) { sized @include(if: $all) { id } one { id } }';
    expect(costOf(text, { all: true })).toBe(8);
    expect(costOf(text, { all: false })).toBe(1);
    expect(costOf(text)).toBe(1);
  });

  test('follows input objects in variables', () => {
    const text = 'query ($page: Page, $filter: Filter) { nested(input: $page) { id } search(filter: $filter) }';
    expect(costOf(text, { page: { first: 9 }, filter: { notes: 'x' } })).toBe(9 + 3 + 8);
  });

  test('ignores values of the wrong type, which coercion refuses later', () => {
    expect(costOf('query ($n: Int) { sliced(first: $n) { id } }', { n: 'many' })).toBe(40);
  });
});

test('reads directives under the names that a supergraph gives them', () => {
  const renamed = readCostModel(`
    schema @link(url: "https://specs.apollo.dev/cost/v0.1", import: [{ name: "@cost", as: "@price" }, { name: "@listSize", as: "@many" }]) { query: Query }
    type Query { a: Int @price(weight: 9) b: [Int] @many(assumedSize: 3) }
  `);
  expect(renamed.fields.get('Query.a')?.weight).toBe(9);
  expect(renamed.fields.get('Query.b')?.listSize?.assumedSize).toBe(3);
});

import { buildSchema, getOperationAST, getVariableValues, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { doublingFragments } from '../../test/gateway/support/rule-errors.js';
import { isIncluded } from '../execution/index.js';
import { readCostModel } from './cost-model.js';
import { compileCost } from './operation-cost.js';

const sdl = `
  directive @cost(weight: Int!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | OBJECT | SCALAR
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
  type Query {
    one: Item
    unsized: [Item!]!
    sized: [Item!]! @listSize(assumedSize: 7)
    sliced(first: Int = 20, last: Int): [Item!]! @listSize(assumedSize: 40, requireOneSlicingArgument: false, slicingArguments: ["first", "last"])
    filtered(text: String, first: Int = 20): [Item!]! @listSize(requireOneSlicingArgument: false, slicingArguments: ["first"])
    color: Color
    big: Big
    union: Union
    nested(input: Page): [Item!]! @listSize(requireOneSlicingArgument: false, slicingArguments: ["input.first"])
    page(first: Int): Page_! @listSize(requireOneSlicingArgument: false, slicingArguments: ["first"], sizedFields: ["nodes", "edges"], assumedSize: 50)
    pages(first: Int): [Page_!]! @listSize(requireOneSlicingArgument: false, slicingArguments: ["first"], sizedFields: ["nodes"])
    search(text: String @cost(weight: 5), filter: Filter): Int @cost(weight: 3)
    heavy: Heavy
    asked(text: String @cost(weight: 5)): Int
    found(filter: Filter): Int
    node: Node
  }
  interface Node { id: ID price: Int @cost(weight: 4) }
  union Union = Item | Heavy
  enum Color @cost(weight: 2) { RED }
  scalar Big @cost(weight: 3)
  type Mutation { change(id: ID): Item }
  input Page { more: Int first: Int }
  input Filter { notes: String @cost(weight: 8) and: [Filter!] }
  type Page_ { total: Int nodes: [Item!]! edges: [Edge!]! other: [Item!]! }
  type Edge { node: Item! }
  type Item implements Node { id: ID price: Int name: String secret: String @deprecated @cost(weight: 2) items(first: Int): [Item!]! @listSize(requireOneSlicingArgument: false, slicingArguments: ["first"]) }
  type Heavy @cost(weight: 100) { id: ID }
`;
const schema = buildSchema(sdl);

function costOf(text: string, variables: Record<string, unknown> = {}): number {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  return compileCost({ schema, model: readCostModel(sdl), document, operation })(variables);
}

/** Whether the executor would execute the first selection of the operation. */
function isSelected(text: string, raw: Record<string, unknown>): boolean {
  const operation = getOperationAST(parse(text));
  const { coerced } = getVariableValues(schema, operation?.variableDefinitions ?? [], raw);
  const [selection] = operation?.selectionSet.selections ?? [];
  return selection !== undefined && coerced !== undefined && isIncluded(selection, coerced);
}

const nodesOfPage = 'fragment P on Page_ { nodes { id } }';

describe('the cost of an operation', () => {
  test.each([
    ['leaves as zero', '{ __typename }', 0],
    ['an object', '{ one { id name } }', 1],
    ['a weighted leaf', '{ one { secret } }', 3],
    ['a weighted type', '{ heavy { id } }', 100],
    ['a mutation', 'mutation { change { id } }', 11],
    ['a list without a size', '{ unsized { id } }', 10],
    ['a list of an assumed size', '{ sized { id } }', 7],
    ['a list sliced by a literal', '{ sliced(first: 3) { id } }', 3],
    ['a list sliced by the argument’s default', '{ sliced { id } }', 20],
    ['a list sliced by two arguments with the larger size', '{ sliced(first: 3, last: 5) { id } }', 5],
    ['a list sliced by null with the assumed size', '{ sliced(first: null) { id } }', 40],
    ['a slice inside an input object', '{ nested(input: { first: 4 }) { id } }', 4],
    ['a negative slice as zero, never a discount', '{ sliced(first: -5) { id } }', 0],
    ['sized fields of a page', '{ page(first: 2) { nodes { id } } }', 3],
    ['edges and nodes of a page', '{ page(first: 2) { edges { node { id } } } }', 5],
    ['sized fields of a list with the default size', '{ pages(first: 2) { nodes { id } } }', 10 * (1 + 2)],
    ['another list of a page with its own size', '{ page(first: 2) { other { id } } }', 11],
    ['sized fields in a fragment', '{ page(first: 2) { ...P } } fragment P on Page_ { nodes { id } }', 3],
    ['lists in lists as a product', '{ sliced(first: 10) { items(first: 10) { id } } }', 110],
    [
      'weights of arguments and input fields',
      '{ search(text: "x", filter: { notes: "a", and: [{ notes: "b" }] }) }',
      24,
    ],
    ['weights of the arguments of a field without a weight', '{ asked(text: "x") }', 5],
    ['weights of input fields of a field without weights', '{ found(filter: { notes: "a" }) }', 8],
    ['an object in place of a string as a string', '{ asked(text: { a: 1 }) }', 5],
    ['a list sliced by an absent input object with the default size', '{ nested { id } }', 10],
    ['a list on one type of an interface', '{ node { ... on Item { items(first: 2) { id } } } }', 3],
    ['the same fragment twice', '{ one { ...F ...F } } fragment F on Item { secret }', 5],
    ['a fragment without a type', '{ ... { one { id } } }', 1],
    ['skipped selections as zero', '{ sized @skip(if: true) { id } one { id } }', 1],
    ['selections that are not included as zero', '{ ... @include(if: false) { sized { id } } one { id } }', 1],
    ['selections that are included and not skipped', '{ one @skip(if: false) @include(if: true) { id } }', 1],
    ['a selection with the condition of another directive', '{ one @other(if: true) { id } }', 1],
    ['a selection with another argument of a directive', '{ one @skip(unless: true) { id } }', 1],
    ['a slice alongside another argument', '{ filtered(text: "x", first: 3) { id } }', 3],
    ['the default of a slice alongside another argument', '{ filtered(text: "x") { id } }', 20],
    ['a list sliced by null in place of an input object with the default size', '{ nested(input: null) { id } }', 10],
    ['a weighted enum', '{ color }', 2],
    ['a weighted scalar', '{ big }', 3],
    ['a weighted field of an interface', '{ node { price } }', 5],
    ['each member of a union', '{ union { __typename ... on Item { secret } ... on Heavy { id } } }', 3],
    ['an unknown field, argument and input field as zero', '{ nothing search(no: 1, filter: { no: 1 }) }', 3],
    ['an unknown fragment and type as zero', '{ ...Nothing ... on Nothing { one { id } } }', 0],
    ['an operation without a root type as zero', 'subscription { one { id } }', 0],
    [
      'a fragment with the size of its parent',
      `{ a: page(first: 2) { ...P } b: page(first: 5) { ...P } } ${nodesOfPage}`,
      9,
    ],
    [
      'a fragment again for each of its spreads',
      '{ page(first: 2) { ...P ...P } } fragment P on Page_ { nodes { id } }',
      5,
    ],
  ])('counts %s', (_, text, cost) => {
    expect(costOf(text)).toBe(cost);
  });

  test('depends on variables', () => {
    const text = 'query ($n: Int = 6) { sliced(first: $n) { items(first: $n) { id } } }';
    expect(costOf(text, { n: 2 })).toBe(2 + 4);
    expect(costOf(text)).toBe(6 + 36);
    expect(costOf(text, { n: 1000 })).toBe(1_001_000);
  });

  test('depends on variables of @include and @skip', () => {
    const text = 'query ($all: Boolean = false) { sized @include(if: $all) { id } one { id } }';
    expect(costOf(text, { all: true })).toBe(8);
    expect(costOf(text, { all: false })).toBe(1);
    expect(costOf(text)).toBe(1);
  });

  test('counts a condition by the default of a variable that has the name of an inherited property', () => {
    const text = 'query ($constructor: Boolean! = true) { sized @include(if: $constructor) { id } }';
    expect(costOf(text)).toBe(7);
    expect(costOf(text, { constructor: false })).toBe(0);
  });

  test('depends on input objects in variables', () => {
    const text = 'query ($page: Page, $filter: Filter) { nested(input: $page) { id } search(filter: $filter) }';
    expect(costOf(text, { page: { first: 9 }, filter: { notes: 'x' } })).toBe(9 + 3 + 8);
  });

  test.each([
    ['the default of the argument for an absent variable', '($n: Int) { sliced(first: $n) { id } }', {}, 20],
    ['the assumed size for null', '($n: Int) { sliced(first: $n) { id } }', { n: null }, 40],
    ['only own properties of the variables', '($toString: Int = 3) { sliced(first: $toString) { id } }', {}, 3],
    ['a variable inside an input object', '($n: Int = 3) { nested(input: { first: $n }) { id } }', {}, 3],
    [
      'a variable in a list',
      '($f: Filter) { search(filter: { and: [$f, { notes: "a" }] }) }',
      { f: { notes: 'b' } },
      19,
    ],
    [
      'known input fields, but not on an unknown one',
      '($f: Filter) { search(filter: $f) }',
      { f: { no: 1, and: [{ notes: 'b' }, null] } },
      11,
    ],
    ['the field alone for an invalid input', '($f: Filter) { search(filter: $f) }', { f: 'text' }, 3],
    ['the default size for an invalid page size', '($p: Page) { nested(input: $p) { id } }', { p: 5 }, 10],
    [
      'a slice alongside a variable in an input object',
      '($n: Int) { nested(input: { more: $n, first: 4 }) { id } }',
      {},
      4,
    ],
    ['a slice alongside a fixed size', '($n: Int) { sliced(first: $n, last: 4) { id } }', { n: 2 }, 4],
    ['a variable in a list of a fixed size', '($n: Int) { sized { items(first: $n) { id } } }', { n: 3 }, 7 * (1 + 3)],
    ['skipped selections', '($no: Boolean!) { one @skip(if: $no) { id } }', { no: true }, 0],
    ['selections that are not skipped', '($no: Boolean!) { one @skip(if: $no) { id } }', { no: false }, 1],
    [
      'no default of a condition for null',
      '($yes: Boolean = false, $no: Boolean = true) { a: one @include(if: $yes) { id } b: one @skip(if: $no) { id } }',
      { yes: null, no: null },
      2,
    ],
    [
      'both conditions',
      '($a: Boolean!, $b: Boolean!) { one @skip(if: $a) @include(if: $b) { id } }',
      { a: false, b: false },
      0,
    ],
  ])('depends on %s', (_, text, variables, cost) => {
    expect(costOf(`query ${text}`, variables)).toBe(cost);
  });

  test('is not zero for a selection that conditions include, for all values of the variables', () => {
    const values = [undefined, null, true, false];
    for (const defaultValue of ['', ' = true', ' = false'])
      for (const skip of values)
        for (const include of values) {
          const text = `query ($s: Boolean${defaultValue}, $i: Boolean${defaultValue}) { one @skip(if: $s) @include(if: $i) { id } }`;
          const raw = { ...(skip !== undefined && { s: skip }), ...(include !== undefined && { i: include }) };
          expect(costOf(text, raw) > 0 || !isSelected(text, raw), `${text} ${JSON.stringify(raw)}`).toBe(true);
        }
  });

  test('counts argument weights in a schema without weights of input fields', () => {
    const text = `
      directive @cost(weight: Int!) on ARGUMENT_DEFINITION
      type Query { plain: Int asked(text: String @cost(weight: 5)): Int }`;
    const document = parse('{ plain asked(text: "x") }');
    const operation = getOperationAST(document);
    if (!operation) throw new Error('no operation');
    expect(compileCost({ schema: buildSchema(text), model: readCostModel(text), document, operation })({})).toBe(5);
  });

  test('counts fragments that double at each of 60 levels without expanding them', () => {
    const doubled = doublingFragments(60).replaceAll('Person { name', 'Item { secret').replaceAll('Person', 'Item');
    expect(costOf(`{ one { ...F0 } } ${doubled}`)).toBe(2 ** 61);
  });

  test('ignores values of the wrong type, which coercion rejects later', () => {
    expect(costOf('query ($n: Int) { sliced(first: $n) { id } }', { n: 'many' })).toBe(40);
  });
});

describe('directive names', () => {
  const cost = 'https://specs.apollo.dev/cost/v0.1';
  const both = '[{ name: "@cost", as: "@price" }, { name: "@listSize", as: "@many" }]';

  test.each([
    ['are those that the link imports under other names', `@link(url: "${cost}", import: ${both})`, 'price', 'many'],
    [
      'are the default names if the link imports them without another name',
      `@link(url: "${cost}", import: ["@cost", { name: "@listSize" }])`,
      'cost',
      'listSize',
    ],
    ['are the default names if the link imports nothing', `@link(url: "${cost}")`, 'cost', 'listSize'],
    ['are not those of another link', `@link(url: "https://other.example/v0.1", import: ${both})`, 'cost', 'listSize'],
    ['are not those of another directive', `@import(url: "${cost}", import: ${both})`, 'cost', 'listSize'],
    ['are not those of other imports', `@link(url: "${cost}", import: [{ name: "@x", as: "@y" }])`, 'cost', 'listSize'],
  ])('%s', (_, link, costName, listSizeName) => {
    const { fields } = readCostModel(`
      schema ${link} { query: Query }
      type Query { a: Int @${costName}(weight: 9) b: [Int] @${listSizeName}(assumedSize: 3, slicingArguments: "first") }
    `);
    expect([...fields]).toEqual([
      ['Query.a', { weight: 9, listSize: undefined, argumentWeights: new Map() }],
      [
        'Query.b',
        {
          weight: undefined,
          listSize: { assumedSize: 3, slicingArguments: ['first'], sizedFields: [], requiresOneSlicingArgument: true },
          argumentWeights: new Map(),
        },
      ],
    ]);
  });
});

import { GraphQLError, parse, print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { inClientNames, namesForPlan, readRequiredNames } from './plan-names.js';

/** Wares have a key, and a cost that requires their price and the code of the region of their maker. */
const wares = `
  type Ware @join__type(graph: A, key: "id") @join__type(graph: B, key: "id") {
    id: ID! name: String price(currency: String, tax: Boolean): Int maker: Maker
    cost: Int @join__field(graph: B, requires: "price(currency: \\"USD\\") maker { region { code } }")
  }
  type Maker @join__type(graph: A) { region: Region name: String }
  type Region @join__type(graph: A) { code: ID name: String }`;
const interfaceObject = 'type Media @join__type(graph: B, key: "id", isInterfaceObject: true) { id: ID! }';

function namesOf(text: string, supergraph: string) {
  return namesForPlan(parse(text), readRequiredNames(parse(supergraph)));
}

/** The operation for the planner on one line; undefined if it is the client's. */
function planned(text: string, supergraph = wares): string | undefined {
  const names = namesOf(text, supergraph);
  return names && print(names.document).replaceAll(/\s+/g, ' ');
}

test('the required names of a supergraph are its keys and requirements, with their inner fields', () => {
  expect(readRequiredNames(parse(wares))).toEqual({
    all: new Set(['id', 'price', 'maker', 'region', 'code']),
    objects: new Map([
      ['maker', new Set(['region', 'code'])],
      ['region', new Set(['code'])],
    ]),
    hasInterfaceObjects: false,
  });
  expect(readRequiredNames(parse(wares + interfaceObject)).hasInterfaceObjects).toBe(true);
});

test('the inner fields of a required object are those of all requirements', () => {
  const supergraph = `type Ware {
    cost: Int @join__field(graph: B, requires: "maker { id }")
    tax: Int @join__field(graph: B, requires: "maker { name }")
  }`;
  expect(readRequiredNames(parse(supergraph)).objects.get('maker')).toEqual(new Set(['id', 'name']));
});

describe('a field is renamed for the planner', () => {
  test.each([
    ['if its alias is the name of a required field', '{ id: name }', '{ id_0: name }'],
    ['if it is a required field with arguments', '{ price(tax: true) }', '{ price_0: price(tax: true) }'],
    ['to the same name wherever it is the same field', '{ id: name ...F } fragment F on Ware { id: name }', undefined],
    [
      'to the same name if only the order of its arguments differs',
      '{ price(tax: true, currency: "EUR") price(currency: "EUR", tax: true) }',
      '{ price_0: price(tax: true, currency: "EUR") price_0: price(currency: "EUR", tax: true) }',
    ],
    [
      'to another name if its arguments differ',
      '{ ... on Ware { price(tax: true) } ... on Tool { price(tax: false) } }',
      '{ ... on Ware { price_0: price(tax: true) } ... on Tool { price_1: price(tax: false) } }',
    ],
    [
      'to another name if it is another field',
      '{ ... on Ware { id: name } ... on Tool { id: cost } }',
      '{ ... on Ware { id_0: name } ... on Tool { id_1: cost } }',
    ],
    ['to a name that the client does not use', '{ id: name id_0: cost }', '{ id_1: name id_0: cost }'],
    ['and below it', '{ id: maker { id: name } }', '{ id_0: maker { id_1: name } }'],
  ])('%s', (_, text, expected) => {
    expect(planned(text)).toBe(expected ?? '{ id_0: name ...F } fragment F on Ware { id_0: name }');
  });

  test('to a name that is not a required field', () => {
    const supergraph = 'type Ware @join__type(graph: A, key: "id id_0") { id: ID! id_0: ID! name: String }';
    expect(planned('{ id: name }', supergraph)).toBe('{ id_1: name }');
  });

  test.each([
    ['further fields of it are selected', '{ maker { name } }', '{ maker_0: maker { name } }'],
    [
      'further inner fields of it are selected',
      '{ maker { region { code name } } }',
      '{ maker_0: maker { region_0: region { code name } } }',
    ],
    [
      'a fragment is spread in it',
      '{ maker { ...F } } fragment F on Maker { region { code } }',
      '{ maker_0: maker { ...F } } fragment F on Maker { region { code } }',
    ],
  ])('if it is a required object and %s', (_, text, expected) => {
    expect(planned(text)).toBe(expected);
  });

  test.each([
    [
      'different fields',
      '{ ... on A { size } ... on B { size: cost } }',
      '{ ... on A { size_0: size } ... on B { size_1: cost } }',
    ],
    [
      'a field with different arguments',
      '{ ... on A { size(in: "cm") } ... on B { size(in: "m") } }',
      '{ ... on A { size_0: size(in: "cm") } ... on B { size_1: size(in: "m") } }',
    ],
  ])('if an interface object exists and its response name refers to %s', (_, text, expected) => {
    expect(planned(text, wares + interfaceObject)).toBe(expected);
    expect(planned(text)).toBeUndefined();
  });
});

test.each([
  ['has no required name', '{ name other: cost cheap: price(tax: true) }'],
  ['is a required field without arguments', '{ id price }'],
  ['is a required object of which only required fields are selected', '{ maker { region { code } } }'],
  ['is a leaf with the name of a required object', '{ tools { maker } }'],
  ['is a required object under an alias', '{ producer: maker { name } maker { region { code } } }'],
])('a field keeps its name if it %s', (_, text) => {
  expect(planned(text)).toBeUndefined();
});

test('a field keeps its name if an interface object exists and its response name refers to one field', () => {
  const text = '{ ... on A { size(in: "cm") } ... on B { size(in: "cm") } }';
  expect(planned(text, wares + interfaceObject)).toBeUndefined();
});

test('the fields of the client keep their response names', () => {
  const { byField, clientNames } = namesOf('{ wares { id: name price(tax: true) } }', wares) ?? {};
  expect([...(byField ?? [])].map(([node, name]) => [print(node), name])).toEqual([
    ['id: name', 'id_0'],
    ['price(tax: true)', 'price_0'],
  ]);
  expect(clientNames).toEqual(
    new Map([
      ['id_0', 'id'],
      ['price_0', 'price'],
    ]),
  );
});

describe('an error of a renamed field', () => {
  function inClientNamesOf(error: GraphQLError): GraphQLError {
    const names = namesOf('{ wares { id: name } }', wares);
    return names === undefined ? error : inClientNames(error, names);
  }

  test('has the path of the client', () => {
    const error = new GraphQLError('lost', { path: ['wares', 0, 'id_0'], extensions: { code: 'LOST' } });
    const { message, path, extensions } = inClientNamesOf(error);
    expect({ message, path, extensions }).toEqual({
      message: 'lost',
      path: ['wares', 0, 'id'],
      extensions: { code: 'LOST' },
    });
  });

  test('has no path if it had none', () => {
    expect(inClientNamesOf(new GraphQLError('lost')).path).toBeUndefined();
  });
});

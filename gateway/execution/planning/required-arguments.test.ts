import { parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { nameRequiredFields } from './required-arguments.js';

/** A supergraph in which graph B requires prices with arguments of wares. */
function supergraphWith({ ware = '', types = '', requires = 'price(currency: \\"USD\\")' }): string {
  return `
    type Ware ${ware} @join__type(graph: A, key: "id") @join__type(graph: B, key: "id") {
      id: ID!
      price(currency: String!): Int @join__field(graph: A) @join__field(graph: B, external: true)
      cost: Int @join__field(graph: B, requires: "${requires}")
    }
    ${types}`;
}

function linesOf(sdl: string): readonly string[] {
  const named = nameRequiredFields(parse(sdl, { noLocation: true }));
  return named === undefined
    ? []
    : print(named.supergraph)
        .split('\n')
        .map((line) => line.trim());
}

test('each combination of arguments of a required field becomes a field without arguments', () => {
  const sdl = supergraphWith({ requires: 'price(currency: \\"USD\\") other: price(currency: \\"EUR\\")' });
  const named = nameRequiredFields(parse(sdl));
  expect(
    [...(named?.byPlanName ?? [])].map(([plan, { name, arguments: values }]) => [plan, name, values.map(print)]),
  ).toEqual([
    ['price_required0', 'price', ['currency: "USD"']],
    ['price_required1', 'price', ['currency: "EUR"']],
  ]);
  expect([...(named?.byRequiring ?? [])]).toEqual([['Ware.cost', ['price_required0', 'price_required1']]]);
  expect(linesOf(sdl)).toContain(
    'cost: Int @join__field(graph: B, requires: "price_required0 other: price_required1")',
  );
  expect(linesOf(sdl)).toContain('price_required1: Int @join__field(graph: A) @join__field(graph: B, external: true)');
});

test.each([
  ['a type', {}],
  ['a type whose interface lacks it', { ware: 'implements Named', types: 'interface Named { id: ID! }' }],
])('a subgraph no longer declares a field of %s that it required under its own name', (_, parts) => {
  expect(linesOf(supergraphWith(parts))).toContain('price(currency: String!): Int @join__field(graph: A)');
});

test.each([
  [
    'an interface of the type has it',
    { ware: 'implements Priced', types: 'interface Priced { id: ID! price(currency: String!): Int }' },
  ],
  ['another field requires it', { requires: 'price(currency: \\"USD\\")', types: otherRequiring('price { x }') }],
  ['it is a key', { types: 'type Other @join__type(graph: B, key: "price") { price: Int }' }],
  ['a field provides it', { types: 'type Other { ware: Ware @join__field(graph: B, provides: "price") }' }],
])('a subgraph still declares a field if %s', (_, parts) => {
  expect(linesOf(supergraphWith(parts))).toContain(
    'price(currency: String!): Int @join__field(graph: A) @join__field(graph: B, external: true)',
  );
});

function otherRequiring(fieldSet: string): string {
  return `type Other @join__type(graph: B) { price: Int total: Int @join__field(graph: B, requires: "${fieldSet}") }`;
}

test.each(['', 'id', 'id name { first }'])('nothing is renamed if no argument is required: %s', (requires) => {
  expect(nameRequiredFields(parse(supergraphWith({ requires })))).toBeUndefined();
});

test('a field of a nested object is renamed in the type of the object, or of the fragment that requires it', () => {
  const types = `type Maker { rent(per: String, in: String): Int } type Shop { rent(per: String, in: String): Int }
    type Box { id: ID! maker: Maker
      cost: Int @join__field(graph: B, requires: "maker { id rent(per: \\"year\\", in: \\"EUR\\") ... on Shop { rent(in: \\"EUR\\", per: \\"year\\") } }") }`;
  const lines = linesOf(supergraphWith({ types, requires: 'id' }));
  expect(lines).toContain(
    'cost: Int @join__field(graph: B, requires: "maker { id rent_required0 ... on Shop { rent_required0 } }")',
  );
  expect(lines.filter((line) => line === 'rent_required0: Int')).toHaveLength(2);
});

test('the types that share the field with the type through interfaces have the renamed field too', () => {
  const price = 'price(currency: String!): Int';
  const types = `interface Named { name: String } interface Priced implements Named { id: ID! ${price} }
    type Tool implements Named & Priced { ${price} } type Toy implements Named { name: String } type Car { ${price} }`;
  const lines = linesOf(supergraphWith({ ware: 'implements Named & Priced', types }));
  expect(lines.filter((line) => line.startsWith('price_required0: Int'))).toHaveLength(3);
});

test('a name in plans is not that of another field', () => {
  const lines = linesOf(supergraphWith({ types: 'type Other { id: ID! price_required0: Int }' }));
  expect(lines).toContain('cost: Int @join__field(graph: B, requires: "price_required1")');
});

import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { selectOperation } from './operation.js';
import { preparedBytes } from './prepared-bytes.js';

const schema = buildSchema(`
  type Query { me: Person, pet: Pet }
  type Person { name: String, friend: Person }
  interface Pet { name: String }
  type Cat implements Pet { name: String }
  type Dog implements Pet { name: String }
`);

function bytesOf(text: string): number {
  return preparedBytes({ schema, ...selectOperation(parse(text), undefined) });
}

const one = bytesOf('{ __typename }');
const perSelection = bytesOf('{ a: __typename b: __typename }') - one;

test.each([
  ['fields', '{ me { name friend { name } } }', 4],
  ['a fragment for each spread', '{ me { ...F friend { ...F } } } fragment F on Person { name }', 4],
  ['inline fragments', '{ me { ... on Person { name } } }', 2],
  ['a field of an abstract type once, and once for each possible type', '{ pet { name } }', 4],
  [
    'each combination of conditions',
    'query ($a: Boolean!, $b: Boolean!) { x: __typename @skip(if: $a) y: __typename @include(if: $b) }',
    8,
  ],
])('counts %s', (_, text, selections) => {
  expect(bytesOf(text)).toBe(one + (selections - 1) * perSelection);
});

test('counts only cached variants', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const variables = names.map((name) => `$${name}: Boolean!`).join(', ');
  const fields = names.map((name) => `${name}: __typename @include(if: $${name})`).join(' ');
  expect(bytesOf(`query (${variables}) { ${fields} }`)).toBe(one + (names.length * 16 - 1) * perSelection);
});

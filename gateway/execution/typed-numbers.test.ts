import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { parseExactly } from '../../platform/parse-exactly.js';
import { withTypedNumbers } from './typed-numbers.js';

const schema = buildSchema(`
  scalar BigInt
  input Range { from: BigInt id: ID inner: [Range!] }
  type Query { a(i: Int, f: Float, id: ID, s: String, big: BigInt, list: [[BigInt]], range: Range): Int }
`);

/** The variable of a type, from JSON text and back. */
function typed(type: string, json: string): string {
  const [operation] = parse(`query ($v: ${type}) { a }`).definitions;
  const definitions = operation?.kind === Kind.OPERATION_DEFINITION ? operation.variableDefinitions : [];
  const variables = { v: parseExactly(json), undeclared: parseExactly('9007199254740993') };
  return JSON.stringify(withTypedNumbers(variables, { schema, definitions }).v);
}

test.each([
  ['Int', '9007199254740993', '9007199254740992'],
  ['Float!', '9007199254740993', '9007199254740992'],
  ['Float', '0.1234567890123456789', '0.12345678901234568'],
  ['ID!', '9007199254740993', '"9007199254740993"'],
  ['ID', '-12345678901234567890', '"-12345678901234567890"'],
  ['ID', '5.0', '5'],
  ['[ID!]', '[9007199254740993,"b",7]', '["9007199254740993","b",7]'],
  ['BigInt', '9007199254740993', '9007199254740993'],
  ['BigInt', '1e400', '1e400'],
  ['BigInt', '1.0', '1'],
  ['[[BigInt]]', '[[9007199254740993,null],null]', '[[9007199254740993,null],null]'],
  ['BigInt', '{"a":[9007199254740993]}', '{"a":[9007199254740993]}'],
  [
    'Range',
    '{"from":9007199254740993,"id":9007199254740993,"inner":[{"id":9007199254740993}],"unknown":9007199254740993}',
    '{"from":9007199254740993,"id":"9007199254740993","inner":[{"id":"9007199254740993"}],"unknown":9007199254740992}',
  ],
])('a variable of the type %s with the number %s is sent as %s', (type, json, expected) => {
  expect(typed(type, json)).toBe(expected);
});

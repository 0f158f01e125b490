import { expect, test } from 'vitest';
import { parseExactly } from '../parse-exactly.js';
import { GraphQLBigInt } from './big-int.js';

test.each([
  ['1.0', 1],
  ['-0', -0],
  ['1e3', 1000],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('the variable %s is %d, also if the request is parsed exactly', (text, expected) => {
  expect(GraphQLBigInt.parseValue(JSON.parse(text))).toBe(expected);
  expect(GraphQLBigInt.parseValue(parseExactly(text))).toBe(expected);
});

test.each(['9007199254740993', '0.5', '1e400'])('the variable %s is rejected, not rounded', (text) => {
  expect(() => GraphQLBigInt.parseValue(parseExactly(text))).toThrow(`not ${text}`);
});

import { expect, test } from 'vitest';
import { readChildrenToken, writeChildrenToken } from './children-token.js';

test('a token contains the name and the id of the last item of its page', () => {
  const position = { name: 'größe "&" maß.txt', id: '01BYE5RZ' };
  expect(readChildrenToken(writeChildrenToken(position))).toEqual(position);
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ['an empty string', ''],
  ['invalid JSON', 'nonsense'],
  ['excessive length', 'x'.repeat(5000)],
  ['an object instead of a list', encoded({})],
  ['a missing id', encoded(['a'])],
  ['an id that is not a string', encoded(['a', 1])],
  ['a name that is not a string', encoded([1, 'a'])],
  ['a name that cannot be stored', encoded(['\0', 'a'])],
  ['an id that cannot be stored', encoded(['a', '\0'])],
])('a token with %s is rejected', (_, token) => {
  const error = {
    code: 'BAD_USER_INPUT',
    message: '$skiptoken is invalid; use the @odata.nextLink of a page unchanged',
    details: { argument: '$skiptoken' },
  };
  expect(() => readChildrenToken(token)).toThrow(expect.objectContaining(error));
});

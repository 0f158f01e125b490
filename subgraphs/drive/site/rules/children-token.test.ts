import { expect, test } from 'vitest';
import { readChildrenToken, writeChildrenToken } from './children-token.js';

test('a token contains the name and the id of the last item of its page', () => {
  const position = { name: 'größe "&" maß.txt', id: '01BYE5RZ' };
  expect(readChildrenToken(writeChildrenToken(position))).toEqual(position);
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ...['', 'nonsense', 'x'.repeat(5000)],
  ...[{}, ['a'], ['a', 1], [1, 'a'], ['\0', 'a'], ['a', '\0']].map(encoded),
])('rejects the token %#', (token) => {
  const error = {
    code: 'BAD_USER_INPUT',
    message: '$skiptoken is invalid; use the @odata.nextLink of a page as it is',
    details: { argument: '$skiptoken' },
  };
  expect(() => readChildrenToken(token)).toThrow(expect.objectContaining(error));
});

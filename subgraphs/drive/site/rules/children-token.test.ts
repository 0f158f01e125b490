import { expect, test } from 'vitest';
import { readChildrenToken, writeChildrenToken } from './children-token.js';

test('a token contains the name and the id of the last item of its page', () => {
  const position = { name: 'größe "&" maß.txt', id: '01BYE5RZ' };
  expect(readChildrenToken(writeChildrenToken(position))).toEqual(position);
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each(['', 'nonsense', encoded({}), encoded(['a']), encoded(['a', 1]), encoded(['\0', 'a']), 'x'.repeat(5000)])(
  'rejects the token %#',
  (token) => {
    expect(() => readChildrenToken(token)).toThrow('$skiptoken is invalid');
  },
);

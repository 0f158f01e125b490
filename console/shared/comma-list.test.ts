import { expect, test } from 'vitest';
import { parseCommaList } from './comma-list.js';

test.each([
  ['acme', ['acme']],
  [' acme , globex,acme ,', ['acme', 'globex']],
  [' , ', []],
])('%j is parsed as %j', (text, parts) => {
  expect(parseCommaList(text)).toEqual(parts);
});

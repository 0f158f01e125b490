import { expect, test } from 'vitest';
import { renumberPlaceholders, splitAtNames } from './text.js';

test.each([
  ['select :id', ['select ', 'id', '']],
  ['select :a, :b, :a', ['select ', 'a', ', ', 'b', ', ', 'a', '']],
  ['select now()::date, :at::text', ['select now()::date, ', 'at', '::text']],
  ["select ':no', ':it''s :no', :yes", ["select ':no', ':it''s :no', ", 'yes', '']],
  ['select ":no" -- :no\n, :yes /* :no\n:no */', ['select ":no" -- :no\n, ', 'yes', ' /* :no\n:no */']],
  ['select list[1:2]', ['select list[1:2]']],
])('splits %j at its named parameters', (text, parts) => {
  expect(splitAtNames(text)).toEqual(parts);
});

test('reuses the number of a repeated parameter, and ignores literals', () => {
  const replacements = [{ name: 'a' }, { literal: "'it''s $1'" }, { name: 'b' }, { name: 'a' }];
  expect(renumberPlaceholders('select $1, $2, $3, $4 -- $1', replacements)).toEqual({
    text: "select $1, 'it''s $1', $2, $1 -- $1",
    names: ['a', 'b'],
  });
});

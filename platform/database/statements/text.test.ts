import { expect, test } from 'vitest';
import { numberPlaceholders, renumberPlaceholders } from './text.js';

test.each([
  ['select :id', 'select $1::x', ['id']],
  ['select :a, :b, :a', 'select $1::x, $2::x, $1::x', ['a', 'b']],
  ['select now()::date, :at::text', 'select now()::date, $1::x::text', ['at']],
  ["select ':no', ':it''s :no', :yes", "select ':no', ':it''s :no', $1::x", ['yes']],
  ['select ":no" -- :no\n, :yes /* :no\n:no */', 'select ":no" -- :no\n, $1::x /* :no\n:no */', ['yes']],
  ['select list[1:2]', 'select list[1:2]', []],
])('numbers the parameters of %j by name', (text, expected, names) => {
  expect(numberPlaceholders(text, () => '::x')).toEqual({ text: expected, names });
});

test('reuses the number of a repeated parameter, and ignores literals', () => {
  const replacements = [{ name: 'a' }, { literal: "'it''s $1'" }, { name: 'b' }, { name: 'a' }];
  expect(renumberPlaceholders('select $1, $2, $3, $4 -- $1', replacements)).toEqual({
    text: "select $1, 'it''s $1', $2, $1 -- $1",
    names: ['a', 'b'],
  });
});

import { expect, test } from 'vitest';
import { mentionsIn } from './rules.js';

const people = ['ada', 'Ada Lovelace', 'bob', 'BOB', 'bob@corp.example'].map((name, index) => ({
  id: `${index}`,
  name,
}));

test.each<[string, string[]]>([
  ['@ada look', ['0']],
  ['thanks, @ADA.', ['0']],
  ['@Ada Lovelace and @ada', ['1', '0']],
  ['@ada @ada', ['0']],
  ['(@bob)', ['2', '3']],
  ['@bob@corp.example', ['4']],
  ['@adam, @ada_2 and @adä', []],
  ['mail ada@ada.example or x@ada', []],
  ['@', []],
  ['ada', []],
])('%j mentions %j', (text, ids) => {
  expect(mentionsIn(text, people).map(({ id }) => id)).toEqual(ids);
});

import { expect, test } from 'vitest';
import { mentionsIn } from './rules.js';

const people = ['ada', 'Ada Lovelace', 'bob', 'BOB', 'bob@corp.example'].map((name, index) => ({
  id: `${index}`,
  name,
}));

test.each<[string, string[]]>([
  ['@ada look', ['ada']],
  ['thanks, @ADA.', ['ada']],
  ['@Ada Lovelace and @ada', ['Ada Lovelace', 'ada']],
  ['@ada @ada', ['ada']],
  ['(@bob)', ['bob', 'BOB']],
  ['@bob@corp.example', ['bob@corp.example']],
  ['@adam, @ada_2 and @adä', []],
  ['mail ada@ada.example or x@ada', []],
  ['@', []],
  ['ada', []],
  ['xada', []],
])('the text %j mentions the people %j', (text, names) => {
  expect(mentionsIn(text, people).map(({ name }) => name)).toEqual(names);
});

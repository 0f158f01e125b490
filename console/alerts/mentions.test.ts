import { expect, test } from 'vitest';
import { completeMention, findMention, suggestPeople } from './mentions.js';

const people = ['ada', 'Ada Lovelace', 'Bob'].map((name) => ({ name }));

test.each([
  ['@a', 2, { name: 'a', at: 0 }],
  ['hello @', 7, { name: '', at: 6 }],
  ['@Ada Lo', 7, { name: 'Ada Lo', at: 0 }],
  ['@ada and more', 2, { name: 'a', at: 0 }],
  ['@ada how is it', 14, undefined],
  ['@ada\n', 5, undefined],
  ['me@corp', 7, undefined],
  ['none', 4, undefined],
])('in %j with the caret at %d, the mention being typed is %j', (text, caret, mention) => {
  expect(findMention(text, caret)).toEqual(mention);
});

test.each([
  ['A', ['ada', 'Ada Lovelace']],
  ['ada l', ['Ada Lovelace']],
  ['ada', []],
  ['x', []],
])('%j suggests %j', (typed, names) => {
  expect(suggestPeople(people, typed).map(({ name }) => name)).toEqual(names);
  expect(suggestPeople(people, '', 2)).toHaveLength(2);
});

test('a chosen name replaces its typed part', () => {
  const text = 'ask @ad now';
  expect(completeMention(text, { name: 'ad', at: 4 }, 'ada')).toEqual({ text: 'ask @ada  now', caret: 9 });
});

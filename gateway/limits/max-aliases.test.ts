import { expect, test } from 'vitest';
import { doublingFragments, ruleErrors } from '../../test/gateway/support/rule-errors.js';
import { maxAliasesRule } from './max-aliases.js';

const rule = maxAliasesRule(2);

test.each([
  ['as many as the limit', '{ a: me { name } b: __typename }'],
  ['fields without an alias', '{ me { name friend { name } } people { name } }'],
  ['inline fragments', '{ me { ... { name } ... { friend { name } } ... on Person { name } ... { name } } }'],
  ['one repetition in each of two selections', '{ me { name name } people { name name } }'],
])('allows %s', (_, document) => {
  expect(ruleErrors(rule, document)).toEqual([]);
});

test.each([
  ['aliases', '{ a: me { name } b: me { name } c: me { name } }'],
  ['aliases of __typename', '{ a: __typename b: __typename c: __typename }'],
  ['fields repeated without an alias', '{ me { name name name name } }'],
  ['__typename repeated without an alias', '{ __typename __typename __typename __typename }'],
  [
    'a fragment with an alias that is spread in several places',
    '{ me { ...F friend { ...F friend { ...F } } } } fragment F on Person { a: name }',
  ],
  ['one fragment spread many times', '{ me { ...F ...F ...F ...F } } fragment F on Person { name }'],
])('rejects one more than the limit: %s', (_, document) => {
  expect(ruleErrors(rule, document)).toEqual([
    'The operation has 3 aliases and repeated fields with its fragments expanded; at most 2 are allowed. Split it into several requests.',
  ]);
});

test('counts fragments that double at each of 60 levels without expanding them', () => {
  expect(ruleErrors(rule, `{ me { ...F0 } } ${doublingFragments(60)}`)).toHaveLength(1);
});

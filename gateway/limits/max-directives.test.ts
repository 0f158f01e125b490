import { expect, test } from 'vitest';
import { ruleErrors } from '../../test/gateway/support/rule-errors.js';
import { maxDirectivesRule } from './max-directives.js';

const rule = maxDirectivesRule(3);

test.each([
  ['as many as the limit', '{ me @include(if: true) { name @skip(if: false) friend @skip(if: false) { name } } }'],
  ['directives on the operation', 'query @a @b { me @c { name } }'],
])('allows %s', (_, document) => {
  expect(ruleErrors(rule, document)).toEqual([]);
});

test.each([
  ['fields', '{ me @a { name @a friend @a { name @a } } }'],
  ['the operation and its fields', 'query @a @b { me @a { name @a } }'],
  ['fragments', '{ a: me { ...F } b: me { ...F } } fragment F on Person { name @a friend @a { name } }'],
  [
    'spreads and inline fragments',
    '{ me { ...F @a ... @a { name @a } friend @a { name } } } fragment F on Person { name }',
  ],
])('rejects one directive more than the limit on %s', (_, document) => {
  expect(ruleErrors(rule, document)).toEqual([
    'The operation has 4 directives with its fragments expanded; at most 3 are allowed. Remove directives with constant conditions.',
  ]);
});

test('allows five directives at one location', () => {
  expect(ruleErrors(maxDirectivesRule(5), `{ __typename ${'@aa'.repeat(5)} }`)).toEqual([]);
});

test('rejects many directives at one location with one error, regardless of the limit', () => {
  const crowded = `__typename ${'@aa'.repeat(10)}`;
  expect(ruleErrors(maxDirectivesRule(1000), `{ ${crowded} a: ${crowded} }`)).toEqual([
    'A location has 10 directives; at most 5 are allowed. Remove directives with constant conditions.',
  ]);
});

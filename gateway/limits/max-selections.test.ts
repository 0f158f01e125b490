import { expect, test } from 'vitest';
import { doublingFragments, ruleErrors } from '../../test/gateway/support/rule-errors.js';
import { maxSelectionsRule } from './max-selections.js';

test('allows as many fields as the limit, with fragments expanded', () => {
  const document = '{ me { ...F friend { ...F } } } fragment F on Person { name }';
  expect(ruleErrors(maxSelectionsRule(6), document)).toEqual([]);
  expect(ruleErrors(maxSelectionsRule(5), document)).toEqual([
    'The operation selects 6 fields with its fragments expanded; at most 5 are allowed. Spread fewer fragments, or split it into several requests.',
  ]);
});

test('does not count inline fragments', () => {
  expect(ruleErrors(maxSelectionsRule(2), '{ me { ... on Person { ... { name } } } }')).toEqual([]);
});

test('rejects fragments that double at every level, for any number of levels', () => {
  const document = `{ me { ...F0 } } ${doublingFragments(200)}`;
  expect(ruleErrors(maxSelectionsRule(5000), document)).toEqual([
    'The operation selects too many fields with its fragments expanded; at most 5000 are allowed. Spread fewer fragments, or split it into several requests.',
  ]);
});

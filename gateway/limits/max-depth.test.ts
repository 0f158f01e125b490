import { expect, test } from 'vitest';
import { ruleErrors } from '../../test/gateway/support/rule-errors.js';
import { maxDepthRule } from './max-depth.js';

const rule = maxDepthRule(3);

test.each([
  ['at the limit', '{ me { friend { name } } }'],
  ['inline fragments, which add no level', '{ me { ... on Person { friend { ... { name } } } } }'],
  ['introspection, which has its own limit', '{ __schema { types { fields { type { name } } } } }'],
  ['introspection of one type', '{ __type(name: "Person") { fields { type { name } } } }'],
  ['a fragment that contains itself, which another rule rejects', '{ me { ...F } } fragment F on Person { name ...F }'],
])('allows %s', (_, document) => {
  expect(ruleErrors(rule, document)).toEqual([]);
});

test.each([
  ['plain fields', '{ me { friend { friend { name } } } }'],
  ['inline fragments', '{ me { ... on Person { friend { ... { friend { name } } } } } }'],
  ['a fragment at its deepest spread', '{ me { ...F friend { ...F } } } fragment F on Person { friend { name } }'],
  ['fragments', '{ me { ...F } } fragment F on Person { friend { ...G } } fragment G on Person { friend { name } }'],
  ['the second operation', 'query A { me { name } } query B { me { friend { friend { name } } } }'],
])('rejects one level more than the limit in %s', (_, document) => {
  expect(ruleErrors(rule, document)).toEqual([
    'The operation is 4 fields deep; at most 3 are allowed. Start at a more specific field, or split it into several requests.',
  ]);
});

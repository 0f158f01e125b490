import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { usesIntrospection } from '../execution/index.js';
import { withoutSuggestion } from './introspection.js';

test.each([
  ['{ __schema { types { name } } }', true],
  ['{ t: __type(name: "Query") { name } }', true],
  ['{ ...F } fragment F on Query { __schema { types { name } } }', true],
  ['{ __typename me { __typename } }', false],
])('%s uses introspection: %s', (document, expected) => {
  expect(usesIntrospection(parse(document))).toBe(expected);
});

test.each([
  ['Cannot query field "nam" on type "Person". Did you mean "name"?', 'Cannot query field "nam" on type "Person".'],
  ['Unknown type "X". Did you mean "Y" or\n"Z"?', 'Unknown type "X".'],
  ['Alert 1 not found', 'Alert 1 not found'],
])('removes the suggestion from %s', (message, expected) => {
  expect(withoutSuggestion(message)).toBe(expected);
});

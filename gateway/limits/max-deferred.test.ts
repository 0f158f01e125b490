import { expect, test } from 'vitest';
import { ruleErrors } from '../../test/gateway/support/rule-errors.js';
import { maxDeferredRule } from './max-deferred.js';

function repeat(selection: string, times: number): string {
  return Array(times).fill(selection).join(' ');
}

const fragment = 'fragment F on Person { name ... @defer { friend { name } } }';

test.each([
  ['as many as the limit', `{ me { ${repeat('... @defer { name }', 20)} } }`],
  [
    'any number of fragments that are not deferred',
    `{ me { ${repeat('... @include(if: true) { name }', 21)} ${repeat('...F', 20)} } } ${fragment}`,
  ],
])('allows %s', (_, document) => {
  expect(ruleErrors(maxDeferredRule, document)).toEqual([]);
});

test.each([
  ['inline fragments', `{ me { ${repeat('... @defer { name }', 21)} } }`],
  ['spreads', `{ me { ${repeat('...F @include(if: true) @defer', 21)} } } fragment F on Person { name }`],
  ['fragments in fragments', `{ me { ${repeat('...F', 20)} friend { ...F } } } ${fragment}`],
])('rejects one more deferred fragment than the limit: %s', (_, document) => {
  expect(ruleErrors(maxDeferredRule, document)).toEqual([
    'The operation has 21 deferred fragments with its fragments expanded; at most 20 are allowed. Defer fewer and larger fragments.',
  ]);
});

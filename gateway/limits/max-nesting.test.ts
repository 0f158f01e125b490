import { expect, test } from 'vitest';
import { ruleErrors } from '../../test/gateway/support/rule-errors.js';
import { maxNestingRule } from './max-nesting.js';

function nested(levels: number, open: string, close: string): string {
  return `${open.repeat(levels)} name ${close.repeat(levels)}`;
}

test('allows the nesting of fields and inline fragments found in handwritten operations', () => {
  expect(ruleErrors(maxNestingRule, `{ me ${nested(15, '{ ... on Person { friend ', '} }')}}`)).toEqual([]);
});

test.each([
  ['inline fragments', `{ me { ${nested(200, '... {', '}')} } }`],
  ['lists in a value', `{ people(first: ${'['.repeat(300)}1${']'.repeat(300)}) { name } }`],
])('rejects %s nested hundreds of levels deep with one error', (_, document) => {
  expect(ruleErrors(maxNestingRule, document)).toEqual([
    'The syntax tree of the document has more than 400 levels. Remove redundant inline fragments, and pass values as variables.',
  ]);
});

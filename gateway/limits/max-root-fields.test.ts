import { expect, test } from 'vitest';
import { ruleErrors } from '../../test/gateway/support/rule-errors.js';
import { maxRootFieldsRule } from './max-root-fields.js';

const rule = maxRootFieldsRule(2);

test.each([
  ['as many as the limit', '{ me { name friend { name } } __typename }'],
  ['as many in each operation', 'query A { me { name } __typename } query B { me { name } __typename }'],
])('allows %s', (_, document) => {
  expect(ruleErrors(rule, document)).toEqual([]);
});

test.each([
  ['different fields', '{ me { name } people { name } __typename }'],
  ['a repeated field', '{ __typename __typename __typename }'],
  ['fields in fragments', '{ ...F __typename } fragment F on Query { me { name } ... { people { name } } }'],
])('rejects one root field more than the limit: %s', (_, document) => {
  expect(ruleErrors(rule, document)).toEqual([
    'The operation has 3 root fields; at most 2 are allowed. Split it into several requests.',
  ]);
});

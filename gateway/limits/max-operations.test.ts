import { expect, test } from 'vitest';
import { ruleErrors } from '../../test/gateway/support/rule-errors.js';
import { maxOperationsRule } from './max-operations.js';

const rule = maxOperationsRule(2);

test('allows as many operations as the limit, and any number of fragments', () => {
  const document =
    'query A { ...F } query B { ...G } fragment F on Query { me { name } } fragment G on Query { me { name } }';
  expect(ruleErrors(rule, document)).toEqual([]);
});

test('rejects one operation more than the limit', () => {
  expect(ruleErrors(rule, 'query A { me { name } } query B { me { name } } query C { me { name } }')).toEqual([
    'The document has 3 operations; the maximum is 2. Send only the operations that you use, or split the document.',
  ]);
});

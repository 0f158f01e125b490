import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { type SelectedOperation, selectOperation } from '../operation.js';
import { assertNotEmpty, emptyPlan, selectsData } from './empty-plan.js';

function selected(text: string): SelectedOperation {
  return selectOperation(parse(text), undefined);
}

test.each([
  ['{ a }', true],
  ['{ __typename a }', true],
  ['{ ... { __typename } ... on Query { a } }', true],
  ['{ ...F } fragment F on Query { ...G } fragment G on Query { ... { a } }', true],
  ['{ __typename __schema { types { name } } }', false],
  ['{ ... { __typename } ...F } fragment F on Query { __typename }', false],
])('whether %s selects data is %s', (text, selects) => {
  const { operation, fragments } = selected(text);
  expect(selectsData(operation.selectionSet, { fragments })).toBe(selects);
});

test('an operation that selects data is rejected if its plan has no fetch', () => {
  expect(() => assertNotEmpty(emptyPlan, selected('{ ...F } fragment F on Query { a }'))).toThrow(
    expect.objectContaining({
      kind: 'unplanned',
      errors: [expect.objectContaining({ message: expect.stringContaining('no subgraph provides its fields') })],
    }),
  );
  expect(() => assertNotEmpty(emptyPlan, selected('{ __typename }'))).not.toThrow();
});

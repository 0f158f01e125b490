import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { selectOperation } from '../operation.js';
import { withoutConditions } from './conditions.js';

function textWithout(text: string, variables: Readonly<Record<string, unknown>> = {}): string {
  return withoutConditions(selectOperation(parse(text), undefined), variables).text.replaceAll(/\s+/g, ' ');
}

test('excluded selections are removed with the fragments and the variables that only they use', () => {
  const text = `query ($yes: Boolean!, $a: Int, $b: Int) { a(of: $a) ...F @skip(if: $yes) ...G @include(if: $yes) }
    fragment F on Query { b(of: $b) ...H } fragment G on Query { g ...H } fragment H on Query { h @skip(if: false) }`;
  expect(textWithout(text, { yes: true })).toBe(
    'query ($a: Int) { a(of: $a) ...G } fragment G on Query { g ...H } fragment H on Query { h }',
  );
  expect(textWithout(text, { yes: false })).toBe(
    'query ($a: Int, $b: Int) { a(of: $a) ...F } fragment F on Query { b(of: $b) ...H } fragment H on Query { h }',
  );
});

test('an operation without conditions is unchanged', () => {
  const selected = selectOperation(parse('query ($a: Int) { a ...F } fragment F on Query { b }'), undefined);
  expect(withoutConditions(selected, {})).toBe(selected);
});

test('a fragment is read once, regardless of how often it is used', () => {
  // A fragment that is read at each use would be read without end here, and exponentially often in valid documents.
  const text = '{ a @skip(if: true) ...F ...F } fragment F on Query { b ...F }';
  expect(textWithout(text)).toBe('{ ...F ...F } fragment F on Query { b ...F }');
});

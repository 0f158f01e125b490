import { parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { selectOperation } from '../operation.js';
import { fillEmptySelections, hasEmptySelections, withDefersOnly, withoutConditions } from './conditions.js';

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

test('a deferred fragment remains deferred, without a condition, only if the variables defer it', () => {
  const text = `query ($yes: Boolean!, $no: Boolean!) { a @shown(to: 1) @include(if: $yes) ...F @defer
    ... @defer(if: $yes, label: "x") { b } ... @defer(if: $no) { c } } fragment F on Query { d }`;
  const variables = { yes: true, no: false };
  const deferred = withDefersOnly(selectOperation(parse(text), undefined), variables);
  expect(deferred.text.replaceAll(/\s+/g, ' ')).toBe(
    '{ a @shown(to: 1) ...F @defer ... @defer(label: "x") { b } ... { c } } fragment F on Query { d }',
  );
  expect(textWithout(text, variables)).toBe('{ a @shown(to: 1) ...F ... { b } ... { c } } fragment F on Query { d }');
});

test('an object whose fields are all excluded is still selected', () => {
  const { document } = withoutConditions(selectOperation(parse('{ a { b @skip(if: true) } c { d } }'), undefined), {});
  expect(hasEmptySelections(document)).toBe(true);
  const filled = fillEmptySelections(document);
  expect(print(filled).replaceAll(/\s+/g, ' ')).toBe('{ a { __typename } c { d } }');
  expect(hasEmptySelections(filled)).toBe(false);
});

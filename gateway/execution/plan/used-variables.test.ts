import { parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { withUsedVariables } from './used-variables.js';

test('definitions of variables that the operation does not use are removed', () => {
  const text =
    'query ($a: Int, $b: Int, $c: [Int], $d: Int) { x(of: [$a]) { ... @include(if: true) { y(of: { c: $c }) } } }';
  expect(print(withUsedVariables(parse(text))).split(')')[0]).toBe('query ($a: Int, $c: [Int]');
});

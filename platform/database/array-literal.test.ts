import { expect, test } from 'vitest';
import { arrayLiteral, numbersLiteral } from './array-literal.js';

test.each([
  [[], '{}'],
  [['a', ''], '{"a",""}'],
  [[null, 'NULL'], '{NULL,"NULL"}'],
  [['say "no"', 'C:\\', '{1,2}'], '{"say \\"no\\"","C:\\\\","{1,2}"}'],
  [['a\nb', 'ü'], '{"a\nb","ü"}'],
])('%j is written as PostgreSQL reads it', (values, literal) => {
  expect(arrayLiteral(values)).toBe(literal);
});

test('numbers keep all their digits', () => {
  expect(numbersLiteral([1, -0.25, 1e-7, 1_760_000_000.123])).toBe('{1,-0.25,1e-7,1760000000.123}');
});

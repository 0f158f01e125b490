import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayLiteral, elementLiteral, numbersLiteral, parseStringArray } from './array-literal.js';

test.each([
  [[], '{}'],
  [['a', ''], '{"a",""}'],
  [[null, 'NULL'], '{null,"NULL"}'],
  [['say "no"', 'C:\\', '{1,2}'], '{"say \\"no\\"","C:\\\\","{1,2}"}'],
  [['a\nb', 'ü', null], '{"a\nb","ü",null}'],
])('formats %j as PostgreSQL parses it', (values, literal) => {
  expect(arrayLiteral(values)).toBe(literal);
});

test.each([
  [[], '{}'],
  [['T1566.001', 'a-b:c'], '{T1566.001,a-b:c}'],
  [['null'], '{"null"}'],
  [['a,b', 'c'], '{"a,b","c"}'],
  [[''], '{""}'],
])('formats %j without quotes if they are not necessary', (values, literal) => {
  expect(elementLiteral(values)).toBe(literal);
});

test('preserves all digits of numbers', () => {
  expect(numbersLiteral([1, -0.25, 1e-7, 1_760_000_000.123])).toBe('{1,-0.25,1e-7,1760000000.123}');
});

test.each([
  ['{}', []],
  ['{a}', ['a']],
  ['{T1566.001,ü,NULL,"null"}', ['T1566.001', 'ü', null, 'null']],
  ['{"",b}', ['', 'b']],
  ['{NULL,null,"NULL"}', [null, null, 'NULL']],
  ['{"say \\"no\\"","C:\\\\","{1,2}",d}', ['say "no"', 'C:\\', '{1,2}', 'd']],
  ['{"a\nb"}', ['a\nb']],
  ['{"\\\\","\\"",a,""}', ['\\', '"', 'a', '']],
])('parses %j as formatted by PostgreSQL', (literal, values) => {
  expect(parseStringArray(literal)).toEqual(values);
});

test('parses every formatted array back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ unit: 'binary', maxLength: 9 })), { maxLength: 5 }), (values) => {
      expect(parseStringArray(arrayLiteral(values))).toEqual(values);
    }),
  );
});

test('parses a string of several megabytes', () => {
  const longText = 'a "b" '.repeat(600_000);
  expect(parseStringArray(arrayLiteral([longText, 'c']))).toEqual([longText, 'c']);
});

test.each(['{{a,b},{c,d}}', '[0:1]={a,b}', ''])('rejects the literal %j', (literal) => {
  expect(() => parseStringArray(literal)).toThrow(TypeError);
});

test('rejects values that are not strings', () => {
  // Bypasses the compiler, as an untyped caller would.
  const values = [['a', undefined], [['a'], ['b']], [1]] as unknown as string[][];
  for (const each of values) expect(() => arrayLiteral(each)).toThrow(TypeError);
});

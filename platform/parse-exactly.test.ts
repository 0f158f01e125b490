import { expect, onTestFinished, test, vi } from 'vitest';
import { parseExactly } from './parse-exactly.js';

test.each([
  '9007199254740993',
  '-0',
  '1.0',
  '1e400',
  '0.10',
  '5',
  '"5"',
  'null',
  '[{"a":12345678901234567890}]',
  '[1,0.5,[2.0]]',
])('the numbers of %s are written as they were read', (text) => expect(JSON.stringify(parseExactly(text))).toBe(text));

test('spaces around numbers have no effect', () =>
  expect(JSON.stringify(parseExactly(' [ 1.0 ,\n{ "a" : -0 } ] '))).toBe('[1.0,{"a":-0}]'));

test('a text without such numbers is parsed without a function that is called for each value', () => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  expect(parseExactly('[1,2,"1.0"]')).toEqual([1, 2, '1.0']);
  expect(parse.mock.calls).toEqual([['[1,2,"1.0"]']]);
});

import { describe, expect, test } from 'vitest';
import { JsonDecodeError, JsonTooLargeError, parseJson, writeJson } from './python-json.js';

/** Invalid texts with the errors of Python 3.11. */
const rejected: readonly [text: string, reason: string, position: number][] = [
  ['', 'Expecting value', 0],
  [' ', 'Expecting value', 1],
  ['{', 'Expecting property name enclosed in double quotes', 1],
  ['{"a"', "Expecting ':' delimiter", 4],
  ['{"a":', 'Expecting value', 5],
  ['{"a":1', "Expecting ',' delimiter", 6],
  ['{"a":1,', 'Expecting property name enclosed in double quotes', 7],
  ['{"a":1,}', 'Expecting property name enclosed in double quotes', 7],
  ['{"a" 1}', "Expecting ':' delimiter", 5],
  ["{'a':1}", 'Expecting property name enclosed in double quotes', 1],
  ['{"a":1}x', 'Extra data', 7],
  ['[', 'Expecting value', 1],
  ['[1,', 'Expecting value', 3],
  ['[1 2]', "Expecting ',' delimiter", 3],
  ['"abc', 'Unterminated string starting at', 0],
  ['{"a":"b', 'Unterminated string starting at', 5],
  ['"\\', 'Unterminated string starting at', 0],
  ['"\u0001"', 'Invalid control character at', 1],
  ['"\\q"', 'Invalid \\escape', 1],
  ['"\\u12"', 'Invalid \\uXXXX escape', 2],
  ['"\\u12zz and more"', 'Invalid \\uXXXX escape', 2],
  ['"\\u00e9', 'Invalid \\uXXXX escape', 2],
  ['nulll', 'Extra data', 4],
  ['tru', 'Expecting value', 0],
  ['01', 'Extra data', 1],
  ['1.', 'Extra data', 1],
  ['.5', 'Expecting value', 0],
  ['+1', 'Expecting value', 0],
  ['-', 'Expecting value', 0],
  ['"😀" x', 'Extra data', 4],
];

/** Valid texts, and how Python serializes them after parsing; numbers that are not finite become null. */
const accepted: readonly [text: string, input: string][] = [
  [' {"b" : 1 , "a":[ ]}\n', '{"b":1,"a":[]}'],
  ['{"2":1,"1":2,"2":3}', '{"2":3,"1":2}'],
  ['{"__proto__":1}', '{"__proto__":1}'],
  ['12345678901234567890', '12345678901234567890'],
  ['-0', '0'],
  ['-0.0', '-0.0'],
  ['1.50', '1.5'],
  ['5.0', '5.0'],
  ['1e5', '100000.0'],
  ['1e16', '1e+16'],
  ['1e-5', '1e-05'],
  ['0.0001', '0.0001'],
  ['1e400', 'null'],
  ['[NaN,Infinity,-Infinity]', '[null,null,null]'],
  ['"\\ud83d\\ude00\\/\\u0041"', '"😀/A"'],
  ['[null, true , false]', '[null,true,false]'],
  ['"\\b\\f\\n\\r\\t\\"\\\\"', '"\\b\\f\\n\\r\\t\\"\\\\"'],
];

describe('Python JSON parser', () => {
  test.each(rejected)('rejects %j: %s at %d', (text, reason, position) => {
    expect(() => parseJson(text)).toThrow(new JsonDecodeError(reason, position));
  });

  test.each(accepted)('reads %j and writes it as %j', (text, input) => {
    expect(writeJson(parseJson(text))).toBe(input);
  });

  test('accepts 900 levels of nesting', () => {
    expect(() => parseJson('['.repeat(900) + ']'.repeat(900))).not.toThrow();
    expect(() => parseJson('['.repeat(901) + ']'.repeat(901))).toThrow(JsonTooLargeError);
    expect(parseJson(`[${Array(1000).fill('[]').join()}]`)).toHaveLength(1000);
    expect(() => parseJson('{"a":'.repeat(100_000))).toThrow(JsonTooLargeError);
  });

  test('accepts integers of up to 4300 digits', () => {
    expect(writeJson(parseJson(`-${'9'.repeat(4300)}`))).toHaveLength(4301);
    expect(() => parseJson('9'.repeat(4301))).toThrow(JsonTooLargeError);
  });
});

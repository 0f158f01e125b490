import { describe, expect, test } from 'vitest';
import { parameter } from '../../test/rest/support/parameters.js';
import { parseJson } from './python-json.js';
import { type CheckResult, checkJson, checkText } from './request-reader.js';

const integer = parameter({ kind: 'integer' });

function outcome(checked: CheckResult): unknown {
  return 'issue' in checked ? checked.issue.type : (checked.exact ?? checked.value);
}

/** Results of pydantic 2.13 for these strings as an `int`. */
const integers: readonly [text: string, outcome: number | string][] = [
  ['5', 5],
  [' 5 ', 5],
  ['\t5\n', 5],
  ['\u00a05\u2003', 5],
  ['\u00855', 5],
  ['+5', 5],
  ['-5', -5],
  ['0005', 5],
  ['-00005', -5],
  ['00', 0],
  ['-0', 0],
  ['5.0', 5],
  ['5.000', 5],
  ['-0.0', 0],
  [`5.${'0'.repeat(5000)}`, 5],
  [`${' '.repeat(5000)}5`, 5],
  [`${'0'.repeat(5000)}5`, 5],
  ['1_000', 1000],
  ['1_0.0', 10],
  ['2147483647', 2147483647],
  ['2147483648', '2147483648'],
  ['-2147483648', -2147483648],
  ['-2147483649', '-2147483649'],
  ['-99999999999999999999', '-99999999999999999999'],
  ['1'.repeat(4300), '1'.repeat(4300)],
  [`${'1'.repeat(4300)} `, '1'.repeat(4300)],
  [` -${'1'.repeat(4299)}`, `-${'1'.repeat(4299)}`],
  [` -${'1'.repeat(4300)}`, 'int_parsing'],
  ['1'.repeat(4301), 'int_parsing_size'],
  [`-${'1'.repeat(4300)}`, 'int_parsing_size'],
  [`${'1'.repeat(4301)}x`, 'int_parsing_size'],
  [`+${'1'.repeat(4301)}`, 'int_parsing'],
  ['', 'int_parsing'],
  [' ', 'int_parsing'],
  ['abc', 'int_parsing'],
  ['5.5', 'int_parsing'],
  ['5.', 'int_parsing'],
  ['.0', 'int_parsing'],
  ['1e2', 'int_parsing'],
  ['0x10', 'int_parsing'],
  ['+-5', 'int_parsing'],
  ['++5', 'int_parsing'],
  ['+ 5', 'int_parsing'],
  ['5 5', 'int_parsing'],
  ['1,000', 'int_parsing'],
  ['_1', 'int_parsing'],
  ['1_', 'int_parsing'],
  ['1__0', 'int_parsing'],
  ['1.0_0', 'int_parsing'],
  ['٥', 'int_parsing'],
  ['\ufeff5', 'int_parsing'],
  ['\u200b5', 'int_parsing'],
  ['5\u0000', 'int_parsing'],
  ['NaN', 'int_parsing'],
  ['Infinity', 'int_parsing'],
];

/** Results of pydantic 2.13 for these JSON values as a `bool`. */
const booleans: readonly [json: string, outcome: boolean | string][] = [
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['1.0', true],
  ['-0.0', false],
  ...['1', 't', 'y', 'on', 'yes', 'true', 'TRUE', 'oN'].map((text): [string, boolean] => [`"${text}"`, true]),
  ...['0', 'f', 'n', 'no', 'off', 'false', 'False', 'OFF'].map((text): [string, boolean] => [`"${text}"`, false]),
  ['2', 'bool_parsing'],
  ['-1', 'bool_parsing'],
  ['2.0', 'bool_parsing'],
  ['9223372036854775807', 'bool_parsing'],
  ['9223372036854775808', 'bool_type'],
  ['9223372036854775808.0', 'bool_type'],
  ['-9223372036854775808', 'bool_parsing'],
  ['-9223372036854775809', 'bool_type'],
  ['0.5', 'bool_type'],
  ['1e300', 'bool_type'],
  ['NaN', 'bool_type'],
  ['Infinity', 'bool_type'],
  ['null', 'bool_type'],
  ['[]', 'bool_type'],
  ['{}', 'bool_type'],
  ['""', 'bool_parsing'],
  ['" true"', 'bool_parsing'],
  ['"1.0"', 'bool_parsing'],
  ['"maybe"', 'bool_parsing'],
  ['"o\u017f"', 'bool_parsing'],
  ['"\\ud800"', 'string_unicode'],
];

describe('integers in the query', () => {
  test.each(integers)('of the form $0 have the result $1', (text, expected) => {
    expect(outcome(checkText(integer, text))).toBe(expected);
  });

  test.each([
    ['1'.repeat(4301), 'int_parsing_size', 'Unable to parse input string as an integer, exceeded maximum size'],
    ['x', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
  ])('are rejected with the error $1 of pydantic if they are $0', (text, type, msg) => {
    expect(checkText(integer, text)).toEqual({ issue: { type, msg } });
  });

  test('have a range error with the exceeded limit', () => {
    const limit = parameter({ kind: 'integer', minimum: 1, maximum: 1000 });
    expect(checkText(limit, '1')).toEqual({ value: 1 });
    expect(checkText(limit, '1000.0')).toEqual({ value: 1000 });
    expect(checkText(limit, '0')).toEqual({
      issue: { type: 'greater_than_equal', msg: 'Input should be greater than or equal to 1', ctx: { ge: 1 } },
    });
    expect(checkText(limit, '99999999999999999999')).toEqual({
      issue: { type: 'less_than_equal', msg: 'Input should be less than or equal to 1000', ctx: { le: 1000 } },
    });
  });

  test('are clamped to the range of Int, and their digits are preserved', () => {
    expect(checkText(integer, '+1_0000000000')).toEqual({ value: 2147483647, exact: '10000000000' });
    expect(checkText(integer, '-10000000000.0')).toEqual({ value: -2147483648, exact: '-10000000000' });
  });
});

describe('booleans', () => {
  test.each(booleans)('parsed from %s have the result $1', (json, expected) => {
    expect(outcome(checkJson(parameter({ kind: 'boolean' }), parseJson(json)))).toBe(expected);
  });

  test.each([
    ['"maybe"', 'bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
    ['null', 'bool_type', 'Input should be a valid boolean'],
    ['"\\ud800"', 'string_unicode', 'Input should be a valid string, unable to parse raw data as a unicode string'],
  ])('are rejected with the message of pydantic if they are %s', (json, type, msg) => {
    expect(checkJson(parameter({ kind: 'boolean' }), parseJson(json))).toEqual({ issue: { type, msg } });
  });

  test('in the query are parsed like strings in a body', () => {
    const flag = parameter({ kind: 'boolean' });
    expect(['on', '0', 'maybe'].map((text) => outcome(checkText(flag, text)))).toEqual([true, false, 'bool_parsing']);
  });
});

describe('strings in a body', () => {
  test.each(['5', '5.0', 'null', 'true', '[]', '{}'])('are rejected if they are %s', (json) => {
    expect(checkJson(parameter({ kind: 'string' }), parseJson(json))).toEqual({
      issue: { type: 'string_type', msg: 'Input should be a valid string' },
    });
  });

  test('are limited by their number of code points', () => {
    const check = (text: string) => checkJson(parameter({ maxLength: 2 }), text);
    expect(check('👀👀')).toEqual({ value: '👀👀' });
    expect(check('abc')).toEqual({
      issue: { type: 'string_too_long', msg: 'String should have at most 2 characters', ctx: { max_length: 2 } },
    });
  });

  test('are read as values of an enum; other types are rejected', () => {
    const status = parameter({ kind: 'enum' });
    expect(checkJson(status, 'nothing')).toEqual({ value: 'nothing' });
    expect(checkJson(status, null)).toEqual({ issue: { type: 'string_type', msg: 'Input should be a valid string' } });
  });
});

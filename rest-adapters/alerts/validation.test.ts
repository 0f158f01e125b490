import { describe, expect, test } from 'vitest';
import type { Parameter } from '../route.js';
import { parseJson } from './python-json.js';
import { type Checked, checkJson, checkText } from './validation.js';

function parameter(properties: Partial<Parameter>): Parameter {
  return {
    name: 'x',
    place: 'query',
    kind: 'integer',
    enumNames: undefined,
    required: false,
    default: undefined,
    documentedDefault: undefined,
    minimum: undefined,
    maximum: undefined,
    maxLength: undefined,
    maxItems: undefined,
    description: undefined,
    example: undefined,
    segments: false,
    ...properties,
  };
}

function outcome(checked: Checked): unknown {
  return 'issue' in checked ? checked.issue.type : (checked.exact ?? checked.value);
}

/** What pydantic 2.13 makes of these texts for an `int`. */
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
  ['-99999999999999999999', '-99999999999999999999'],
  ['1'.repeat(4300), '1'.repeat(4300)],
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

/** What pydantic 2.13 makes of these JSON values for a `bool`. */
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
  test.each(integers)('%j', (text, expected) => {
    expect(outcome(checkText(parameter({}), text))).toBe(expected);
  });

  test('a range is told with its limit', () => {
    const limit = parameter({ minimum: 1, maximum: 1000 });
    expect(checkText(limit, '1')).toEqual({ value: 1 });
    expect(checkText(limit, '1000.0')).toEqual({ value: 1000 });
    expect(checkText(limit, '0')).toMatchObject({ issue: { type: 'greater_than_equal', ctx: { ge: 1 } } });
    expect(checkText(limit, '99999999999999999999')).toMatchObject({
      issue: { type: 'less_than_equal', ctx: { le: 1000 } },
    });
  });

  test('beyond the range of Int the value is clamped and the digits are kept', () => {
    expect(checkText(parameter({}), '+1_0000000000')).toEqual({ value: 2147483647, exact: '10000000000' });
    expect(checkText(parameter({}), '-10000000000.0')).toEqual({ value: -2147483648, exact: '-10000000000' });
  });
});

describe('booleans in a body', () => {
  test.each(booleans)('%s', (json, expected) => {
    expect(outcome(checkJson(parameter({ kind: 'boolean' }), parseJson(json)))).toBe(expected);
  });
});

describe('strings in a body', () => {
  test.each(['5', '5.0', 'null', 'true', '[]', '{}'])('%s is none', (json) => {
    expect(checkJson(parameter({ kind: 'string' }), parseJson(json))).toEqual({
      issue: { type: 'string_type', msg: 'Input should be a valid string' },
    });
  });
});

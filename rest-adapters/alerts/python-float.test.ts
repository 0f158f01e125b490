import { describe, expect, test } from 'vitest';
import { floatToJson } from './python-float.js';

/** Floats and their text in Python 3.11. */
const floats: readonly [float: number, input: string][] = [
  [0, '0.0'],
  [-0, '-0.0'],
  [1, '1.0'],
  [-1, '-1.0'],
  [1_772_366_400, '1772366400.0'],
  [1_772_366_400.25, '1772366400.25'],
  [0.1, '0.1'],
  [0.1 + 0.2, '0.30000000000000004'],
  [0.0001, '0.0001'],
  [0.00009999999999999999, '9.999999999999999e-05'],
  [-0.00001, '-1e-05'],
  [1.5e-7, '1.5e-07'],
  [Number.MIN_VALUE, '5e-324'],
  [2 ** 53, '9007199254740992.0'],
  [9_999_999_999_999_998, '9999999999999998.0'],
  [1e16, '1e+16'],
  [2 ** 64, '1.8446744073709552e+19'],
  [-1e21, '-1e+21'],
  [Number.MAX_VALUE, '1.7976931348623157e+308'],
];

describe('Python float format', () => {
  test.each(floats)('formats %d as %s', (float, input) => {
    expect(JSON.stringify([floatToJson(float)])).toBe(`[${input}]`);
  });

  test('does not confuse cached numbers that have equal low bits', () => {
    const numbers = [1, 4097, 1 + 2 ** 32, 1e-5, 0, -0, Number.NaN, Number.POSITIVE_INFINITY, 4096, 0];
    const expected = '1.0,4097.0,4294967297.0,1e-05,0.0,-0.0,null,null,4096.0,0.0';
    for (let times = 0; times < 2; times++) expect(JSON.stringify(numbers.map(floatToJson))).toBe(`[${expected}]`);
  });

  test('returns null for null', () => {
    expect([floatToJson(null), floatToJson(undefined)]).toEqual([null, null]);
  });
});

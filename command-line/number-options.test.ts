import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { integerFrom, parseDecimal, parseFraction } from './number-options.js';

const readCount = integerFrom(1);

describe('number options', () => {
  test.each([
    ['0', 0],
    ['12', 12],
    ['0.25', 0.25],
    ['.5', 0.5],
    ['-3', -3],
  ])('read %j as a decimal number', (input, value) => {
    expect(parseDecimal(input)).toBe(value);
  });

  test.each(['', ' ', ' 1', '1e-1', '1E3', '0x10', '0b1', 'Infinity', '1_000', '1,5', '1.', '+1', '--1'])(
    'do not accept %j',
    (input) => {
      expect(parseDecimal(input)).toBeNaN();
      expect(() => parseFraction(input)).toThrow(InvalidArgumentError);
      expect(() => readCount(input)).toThrow(InvalidArgumentError);
    },
  );

  test.each(['-0.1', '1.01', '2'])('do not accept %j as a fraction', (input) => {
    expect(() => parseFraction(input)).toThrow('It must be a number from 0 to 1');
  });

  test.each(['0', '-1', '1.5', '99999999999999999999'])('do not accept %j as a count', (input) => {
    expect(() => readCount(input)).toThrow('It must be an integer of 1 or more');
  });
});

import { InvalidArgumentError } from 'commander';

/** Creates a parser of an option or argument that is an integer from `min` to `max`. */
export function integerBetween(min: number, max: number): (input: string) => number {
  return integerReader({ min, max, expected: `from ${min} to ${max}` });
}

/** Creates a parser of an option or argument that is an integer of at least `min`. */
export function integerFrom(min: number): (input: string) => number {
  return integerReader({ min, max: Number.MAX_SAFE_INTEGER, expected: `of ${min} or more` });
}

function integerReader({ min, max, expected }: { min: number; max: number; expected: string }) {
  return function readInteger(input: string): number {
    const value = /^\d+$/.test(input) && input.length <= String(max).length ? Number(input) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be an integer ${expected}.`);
  };
}

/**
 * Parses a decimal number without an exponent, such as `12`, `0.5` or `-3`. Returns NaN for everything else, including
 * other forms that JavaScript accepts, such as `1e-1`, `0x10` and spaces.
 */
export function parseDecimal(input: string): number {
  return /^-?(\d+|\d*\.\d+)$/.test(input) ? Number(input) : Number.NaN;
}

/**
 * Parses an option that is a number from 0 to 1.
 * @throws {InvalidArgumentError} for other input
 */
export function parseFraction(input: string): number {
  const value = parseDecimal(input);
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 1, such as 0.5.');
}

/**
 * Parses an option that is an integer of at most six digits. The service verifies its range.
 * @throws {InvalidArgumentError} for other input
 */
export function parseInteger(input: string): number {
  if (/^\d{1,6}$/.test(input)) return Number(input);
  throw new InvalidArgumentError('It must be an integer from 0 to 999999.');
}

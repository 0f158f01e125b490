import { InvalidArgumentError } from 'commander';

/** Reads an option or argument that is an integer of this range. */
export function integerBetween(min: number, max: number): (written: string) => number {
  return function readInteger(written) {
    const value = /^\d+$/.test(written) && written.length <= String(max).length ? Number(written) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };
}

/**
 * The value of a decimal number without an exponent, such as `12`, `0.5` or `-3`; NaN for everything else, including
 * other forms that JavaScript accepts, such as `1e-1`, `0x10` and blanks.
 */
export function decimalOf(written: string): number {
  return /^-?(\d+|\d*\.\d+)$/.test(written) ? Number(written) : Number.NaN;
}

/** Reads an option that is a number from 0 to 1. */
export function readFraction(written: string): number {
  const value = decimalOf(written);
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 1, such as 0.5.');
}

/** Reads an option that is an integer, whose limits the service checks. */
export function wholeNumber(written: string): number {
  if (/^\d{1,6}$/.test(written)) return Number(written);
  throw new InvalidArgumentError('It must be an integer.');
}

import { InvalidArgumentError } from 'commander';

/** Reads an option or argument that is an integer of this range. */
export function integerBetween(min: number, max: number): (written: string) => number {
  return function readInteger(written) {
    const value = /^\d+$/.test(written) && written.length <= String(max).length ? Number(written) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };
}

/** Reads an option that is a whole number, whose limits the service checks. */
export function wholeNumber(written: string): number {
  if (/^\d{1,6}$/.test(written)) return Number(written);
  throw new InvalidArgumentError('It must be a whole number.');
}

import { rawJSON } from '../response.js';

/** Python's `repr` uses an exponent for values below `minPlainFloat`, and for values of at least `minExponentFloat`. */
const minPlainFloat = 1e-4;
const minExponentFloat = 1e16;

/**
 * Converts a float to a value that `JSON.stringify` writes like Python's `json` module: `1.0` instead of `1`, `1e-05`
 * instead of `0.00001`. Null remains null.
 */
export function floatToJson(value: unknown): unknown {
  if (typeof value !== 'number') return value ?? null;
  // Both languages write most numbers in the same way, so these need no conversion; all numbers beyond 2 ** 53 are
  // integers.
  const isAlike = !Number.isInteger(value) && Math.abs(value) >= minPlainFloat;
  return isAlike ? value : cachedFloat(value);
}

/**
 * Formats a float like Python's `repr`. Python and JavaScript both use the shortest digits that parse to the same
 * float.
 */
export function writeFloat(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  const size = Math.abs(value);
  if (size >= minExponentFloat || (size < minPlainFloat && size > 0)) return writeExponent(value);
  const text = Object.is(value, -0) ? '-0' : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

function writeExponent(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`;
}

/**
 * Size of the cache of recently converted numbers, which is indexed by their lowest bits. A conversion takes several
 * times as long as a lookup, and clients request the same list repeatedly.
 */
const cacheSize = 4096;
const cachedNumbers = new Float64Array(cacheSize).fill(Number.NaN);
const cachedJson: unknown[] = new Array(cacheSize).fill(null); // JSON has no NaN, so it becomes null.

function cachedFloat(value: number): unknown {
  const index = value & (cacheSize - 1);
  if (!Object.is(cachedNumbers[index], value)) {
    cachedNumbers[index] = value;
    cachedJson[index] = rawJSON(writeFloat(value));
  }
  return cachedJson[index];
}

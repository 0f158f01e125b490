import { rawJSON } from '../response.js';

/** Python's `repr` uses an exponent below the first and from the second. */
const smallestPlainFloat = 1e-4;
const exponentFrom = 1e16;

/**
 * What `JSON.stringify` writes as Python's `json` module writes this float: `1.0` instead of `1`, `1e-05` instead of `0.00001`.
 * Null stays null.
 */
export function floatToJson(value: unknown): unknown {
  if (typeof value !== 'number') return value ?? null;
  // Both languages write most numbers alike, which costs nothing here; all numbers beyond 2 ** 53 are integers.
  const isAlike = !Number.isInteger(value) && Math.abs(value) >= smallestPlainFloat;
  return isAlike ? value : cached(value);
}

/** A float as Python's `repr` writes it; both languages use the shortest digits that read back the same. */
export function writeFloat(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  const size = Math.abs(value);
  if (size >= exponentFrom || (size < smallestPlainFloat && size > 0)) return writeExponent(value);
  const text = Object.is(value, -0) ? '-0' : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

function writeExponent(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`;
}

/**
 * Cache of recently converted numbers, indexed by their lowest bits: a conversion takes several times as long as a lookup, and
 * clients request the same list again and again.
 */
const cacheSize = 4096;
const cachedNumbers = new Float64Array(cacheSize).fill(Number.NaN);
const cachedJson: unknown[] = new Array(cacheSize).fill(null); // JSON has no NaN: it is null.

function cached(value: number): unknown {
  const index = value & (cacheSize - 1);
  if (!Object.is(cachedNumbers[index], value)) {
    cachedNumbers[index] = value;
    cachedJson[index] = rawJSON(writeFloat(value));
  }
  return cachedJson[index];
}

import { parseExactly } from '../../platform/parse-exactly.js';

/** JSON of a request in which numbers that JavaScript would round are values of `JSON.rawJSON`. */
export class ExactJson {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Matches JSON that may contain a number that JavaScript rounds: one with about 16 digits, or a large exponent. */
const roundedNumberPattern = /[:,[\s]-?(?:\d[\d.]{15}|[\d.]+e\+?\d{3})/i;

/**
 * Parses the JSON of a request. Exact parsing takes longer, so only few requests are parsed exactly.
 * @returns an {@link ExactJson} if it was parsed exactly
 * @throws {SyntaxError}
 */
export function parseRequestJson(text: string): unknown {
  return roundedNumberPattern.test(text) ? new ExactJson(parseExactly(text)) : JSON.parse(text);
}

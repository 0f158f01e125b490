const escaped = /["\\]/g;
const plain = /^[\w.:-]+$/;

/**
 * Formats strings as a PostgreSQL array literal (manual, "Array Input and Output Syntax"). List parameters do this
 * automatically. Without backslashes, the literal differs from JSON only in its brackets, and JSON is written much
 * faster.
 * @throws {TypeError} for an element that is neither a string nor null
 */
export function arrayLiteral(values: readonly (string | null)[]): string {
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value !== 'string' && value !== null)
      throw new TypeError(`expected a string at index ${index} of the array, but got ${String(value)}`);
  }
  const json = JSON.stringify(values);
  return `{${json.includes('\\') ? values.map(quoted).join(',') : json.slice(1, -1)}}`;
}

/**
 * Formats a list as an array literal that becomes an element of another array, because unnest would flatten a nested
 * array. Ordinary identifiers are not quoted, so the literal then needs no escapes.
 */
export function elementLiteral(values: readonly string[]): string {
  return values.every(isPlain) ? `{${values.join(',')}}` : arrayLiteral(values);
}

function isPlain(value: string): boolean {
  return plain.test(value) && value.toLowerCase() !== 'null';
}

function quoted(value: string | null): string {
  return value === null ? 'null' : `"${value.replaceAll(escaped, '\\$&')}"`;
}

/** The PostgreSQL array literal of numbers. */
export function numbersLiteral(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}

/**
 * Parses a PostgreSQL array literal of strings. This is faster than the driver, because most literals have no quotes
 * and can be split at commas. Unlike the driver, it distinguishes NULL from a string.
 * @throws {TypeError} for a nested array, or one whose lower bound is not 1
 */
export function parseStringArray(literal: string): (string | null)[] {
  if (literal[0] !== '{' || literal[1] === '{')
    throw new TypeError(`${literal.slice(0, 20)} is not an array of strings`);
  const strings: (string | null)[] = [];
  const end = literal.length - 1;
  for (let from = 1; from < end; ) {
    if (literal[from] === '"') {
      const quote = findClosingQuote(literal, from);
      strings.push(removeEscapes(literal.slice(from + 1, quote)));
      from = quote + 2;
    } else {
      const until = findElementEnd(literal, from);
      strings.push(parseElement(literal.slice(from, until)));
      from = until + 1;
    }
  }
  return strings;
}

/**
 * Parses a PostgreSQL array literal of numbers.
 * @throws {TypeError} for a nested array, or one whose lower bound is not 1
 */
export function parseNumberArray(literal: string): (number | null)[] {
  return parseStringArray(literal).map((text) => (text === null ? null : Number(text)));
}

function findElementEnd(literal: string, from: number): number {
  const comma = literal.indexOf(',', from);
  return comma === -1 ? literal.length - 1 : comma;
}

function findClosingQuote(literal: string, opening: number): number {
  let quote = literal.indexOf('"', opening + 1);
  while (isEscaped(literal, quote)) quote = literal.indexOf('"', quote + 1);
  return quote;
}

/** Whether the number of backslashes before this position is odd. */
function isEscaped(literal: string, position: number): boolean {
  let first = position;
  while (literal[first - 1] === '\\') first--;
  return (position - first) % 2 === 1;
}

function removeEscapes(quoted: string): string {
  return quoted.includes('\\') ? quoted.replaceAll(/\\(.)/gs, '$1') : quoted;
}

/**
 * Parses an array element. PostgreSQL quotes the string "null" in upper and lower case, so without quotes it is NULL.
 */
function parseElement(input: string): string | null {
  return input === 'NULL' || input === 'null' ? null : input;
}

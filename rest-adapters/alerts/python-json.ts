import { writeFloat } from './python-float.js';

/**
 * A JSON value with the semantics of Python's `json` module: its error messages and positions, NaN and Infinity as
 * numbers, and numbers that keep their type (integer or float) when an error echoes them.
 */
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | ReadonlyMap<string, JsonValue>;

export class JsonNumber {
  constructor(
    readonly value: number,
    /** The number as Python formats it; `null` if JSON cannot represent it. */
    readonly text: string,
    readonly integer: boolean,
  ) {}
}

/** The error for text that is not JSON. `position` counts Unicode code points. */
export class JsonDecodeError extends Error {
  override readonly name = 'JsonDecodeError';

  constructor(
    readonly reason: string,
    readonly position: number,
  ) {
    super(`${reason}: char ${position}`);
  }
}

/**
 * The error for valid JSON that Python cannot parse, because it is nested too deeply, or an integer has too many
 * digits.
 */
export class JsonTooLargeError extends Error {
  override readonly name = 'JsonTooLargeError';
}

/** Maximum nesting depth of a body, which approximates Python's recursion limit. */
const maxDepth = 900;
/** Maximum number of digits of an integer; Python rejects longer integers (CVE-2020-10735). */
export const maxIntegerDigits = 4300;

/**
 * Parses JSON like Python's `json` module.
 * @throws {JsonDecodeError} if the text is invalid
 * @throws {JsonTooLargeError} if the text is nested too deeply, or an integer has too many digits
 */
export function parseJson(text: string): JsonValue {
  return new Parser(text).parse();
}

export function writeJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof JsonNumber) return value.text;
  if (value instanceof Map) {
    return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`).join(',')}}`;
  }
  return `[${(value as readonly JsonValue[]).map(writeJson).join(',')}]`;
}

const literals: readonly (readonly [string, JsonValue])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', new JsonNumber(Number.NaN, 'null', false)],
  ['Infinity', new JsonNumber(Number.POSITIVE_INFINITY, 'null', false)],
  ['-Infinity', new JsonNumber(Number.NEGATIVE_INFINITY, 'null', false)],
];

const numberPattern = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: strings end at control characters too.
const plainCharactersPattern = /[^"\\\u0000-\u001f]*/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Parser {
  #at = 0;
  #depth = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonValue {
    this.#skipBlanks();
    const value = this.#value();
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#error('Extra data', this.#at);
    return value;
  }

  #value(): JsonValue {
    const start = this.#text[this.#at];
    if (start === '"') return this.#string();
    if (start === '{') return this.#nested(() => this.#object());
    if (start === '[') return this.#nested(() => this.#array());
    for (const [word, value] of literals) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #nested<Value>(read: () => Value): Value {
    if (++this.#depth > maxDepth) throw new JsonTooLargeError('nested too deeply');
    this.#at++;
    this.#skipBlanks();
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): JsonValue {
    const fields = new Map<string, JsonValue>();
    if (this.#consume('}')) return fields;
    for (;;) {
      if (this.#text[this.#at] !== '"') {
        throw this.#error('Expecting property name enclosed in double quotes', this.#at);
      }
      const name = this.#string();
      this.#skipBlanks();
      if (!this.#consume(':')) throw this.#error("Expecting ':' delimiter", this.#at);
      this.#skipBlanks();
      fields.set(name, this.#value());
      this.#skipBlanks();
      if (this.#consume('}')) return fields;
      if (!this.#consume(',')) throw this.#error("Expecting ',' delimiter", this.#at);
      this.#skipBlanks();
    }
  }

  #array(): JsonValue {
    const items: JsonValue[] = [];
    if (this.#consume(']')) return items;
    for (;;) {
      items.push(this.#value());
      this.#skipBlanks();
      if (this.#consume(']')) return items;
      if (!this.#consume(',')) throw this.#error("Expecting ',' delimiter", this.#at);
      this.#skipBlanks();
    }
  }

  #number(): JsonNumber {
    numberPattern.lastIndex = this.#at;
    const match = numberPattern.exec(this.#text);
    if (!match) throw this.#error('Expecting value', this.#at);
    this.#at = numberPattern.lastIndex;
    const [text, digits = '', fraction, exponent] = match;
    if (fraction !== undefined || exponent !== undefined) {
      const value = Number(text);
      return new JsonNumber(value, writeFloat(value), false);
    }
    if (digits.length - (digits.startsWith('-') ? 1 : 0) > maxIntegerDigits) {
      throw new JsonTooLargeError('an integer has too many digits');
    }
    return new JsonNumber(Number(digits), digits === '-0' ? '0' : digits, true);
  }

  #string(): string {
    const start = this.#at++;
    let value = '';
    for (;;) {
      plainCharactersPattern.lastIndex = this.#at;
      plainCharactersPattern.test(this.#text);
      value += this.#text.slice(this.#at, plainCharactersPattern.lastIndex);
      this.#at = plainCharactersPattern.lastIndex;
      const end = this.#text[this.#at];
      if (end === undefined) throw this.#error('Unterminated string starting at', start);
      if (end === '"') {
        this.#at++;
        return value;
      }
      if (end !== '\\') throw this.#error('Invalid control character at', this.#at);
      value += this.#escape(start);
    }
  }

  #escape(start: number): string {
    const kind = this.#text[this.#at + 1];
    if (kind === undefined) throw this.#error('Unterminated string starting at', start);
    if (kind === 'u') {
      const digits = /^[0-9a-fA-F]{4}/.exec(this.#text.slice(this.#at + 2, this.#at + 6))?.[0];
      // Python's scanner also looks for the end of the string before it reads the digits.
      if (digits === undefined || this.#at + 6 >= this.#text.length)
        throw this.#error('Invalid \\uXXXX escape', this.#at + 1);
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const character = escapes[kind];
    if (character === undefined) throw this.#error('Invalid \\escape', this.#at);
    this.#at += 2;
    return character;
  }

  #consume(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipBlanks(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? '-')) this.#at++;
  }

  #error(reason: string, index: number): JsonDecodeError {
    return new JsonDecodeError(reason, [...this.#text.slice(0, index)].length);
  }
}

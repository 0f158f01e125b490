import { isReservedName } from '../caller.js';
import { isTimeZone } from '../time-zone.js';

/** A setting: default and parser. The parser reads values from the settings file and the environment. */
export interface Setting<T> {
  readonly default: T;
  /** One line for `rampart config` and the example file. */
  readonly description: string;
  readonly secret: boolean;
  /** Parses a value as written in the settings file; throws an Error that states the allowed values. */
  parse(text: string): T;
  /** Formats a value in the syntax that `parse` reads. Absent for booleans, numbers, strings, and lists of them. */
  format?(value: T): string;
  /**
   * Resolves a value, including the default, against this working directory: relative paths become absolute. Throws
   * like `parse`.
   */
  complete?(value: T, workingDirectory: string): T;
}

export interface Details<T> {
  default: T;
  description: string;
  secret?: boolean;
}

export function text(details: Details<string>): Setting<string> {
  return { secret: false, ...details, parse: (input) => input };
}

/** A string setting that matches a pattern. */
export function pattern(
  form: RegExp,
  { expected, ...details }: Details<string> & { expected: string },
): Setting<string> {
  function parse(input: string): string {
    if (!form.test(input)) throw new Error(expected);
    return input;
  }
  return { secret: false, ...details, parse };
}

export function choice<const Values extends readonly string[]>(
  values: Values,
  details: Details<Values[number]>,
): Setting<Values[number]> {
  function parse(input: string): Values[number] {
    const choice = values.find((value) => value === input.toLowerCase().replaceAll(',', ' ').replace(/\s+/g, ' '));
    if (choice === undefined) throw new Error(`must be one of ${values.map((value) => value || '(empty)').join(', ')}`);
    return choice;
  }
  return { secret: false, ...details, parse };
}

/** A boolean setting: `True`, `False` and common alternatives. */
export function flag(details: Details<boolean>): Setting<boolean> {
  function parse(input: string): boolean {
    if (/^(true|yes|on|1)$/i.test(input)) return true;
    if (/^(false|no|off|0)$/i.test(input)) return false;
    throw new Error('must be True or False');
  }
  return { secret: false, ...details, parse };
}

export interface Range {
  minimum: number;
  maximum: number;
}

export function integer(range: Range, details: Details<number>): Setting<number> {
  function parse(input: string): number {
    if (!/^[+-]?\d+$/.test(input)) throw new Error('must be an integer');
    return requireInRange(Number(input), range);
  }
  return { secret: false, ...details, parse };
}

const maxWorkers = 256;

/** A number of worker processes, or `auto`: one for each core that this process may use. */
export function workers(): Setting<number | 'auto'> {
  function parse(input: string): number | 'auto' {
    if (input.toLowerCase() === 'auto') return 'auto';
    if (!/^\d+$/.test(input)) throw new Error(`must be an integer from 1 to ${maxWorkers}, or auto`);
    return requireInRange(Number(input), { minimum: 1, maximum: maxWorkers });
  }
  return {
    default: 1,
    description:
      'Number of processes that share the ports; auto: one per core. More than one process requires [database] url. Subgraph processes without a gateway are single processes. SIGHUP replaces the processes one after the other.',
    secret: false,
    parse,
  };
}

export function decimal(range: Range, details: Details<number>): Setting<number> {
  function parse(input: string): number {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(input)) throw new Error('must be a number');
    return requireInRange(Number(input), range);
  }
  return { secret: false, ...details, parse };
}

/** Splits a setting's value at commas and spaces. */
export function splitList(input: string): string[] {
  return input.split(/[\s,]+/).filter((part) => part !== '');
}

/** Creates a function that formats a list, with its items separated by commas. */
export function listFormat<Item>(formatItem: (item: Item) => string): (items: readonly Item[]) => string {
  return (items) => items.map(formatItem).join(',');
}

/** Three counts, one per tier: trial, basic, enterprise. */
export type PerTier = readonly [trial: number, basic: number, enterprise: number];

export function perTier(details: Details<PerTier>): Setting<PerTier> {
  const expected = 'three integers (trial, basic, enterprise), such as 0,10,30';
  return counts(details, { pattern: /^\d{1,9}$/, expected });
}

/** Four counts, one per severity of alerts. */
export type PerSeverity = readonly [low: number, medium: number, high: number, critical: number];

export function perSeverity(details: Details<PerSeverity>): Setting<PerSeverity> {
  const expected = 'four integers of at most 7 digits (low, medium, high, critical), such as 1440,480,60,15';
  return counts(details, { pattern: /^\d{1,7}$/, expected });
}

/** A setting that is a list of counts, separated by commas, with as many items as the default. */
function counts<Counts extends readonly number[]>(
  details: Details<Counts>,
  { pattern, expected }: { pattern: RegExp; expected: string },
): Setting<Counts> {
  function parse(input: string): Counts {
    const parts = input.split(',').map((part) => part.trim());
    if (parts.length !== details.default.length || !parts.every((part) => pattern.test(part))) {
      throw new Error(`must be ${expected}`);
    }
    return parts.map(Number) as readonly number[] as Counts; // As many as the default has.
  }
  return { secret: false, ...details, parse };
}

export interface Rate {
  readonly count: number;
  readonly unit: 's' | 'm' | 'h' | 'd';
}

/** A rate limit, written as `COUNT/UNIT`, such as `60/m`. */
export function rate(details: Details<Rate>): Setting<Rate> {
  function parse(input: string): Rate {
    const match = /^(\d{1,9})\/([smhd])$/.exec(input);
    if (match === null || match[1] === '0')
      throw new Error('must be COUNT/UNIT with a count of at least 1 and the unit s, m, h or d, such as 60/m');
    return { count: Number(match[1]), unit: match[2] as Rate['unit'] }; // The pattern allows only these letters.
  }
  return { secret: false, ...details, parse, format: ({ count, unit }) => `${count}/${unit}` };
}

/** Minimum length of a passphrase in characters. */
export const minPassphraseLength = 12;

/** A passphrase; may be empty. */
export function passphrase(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (input !== '' && input.length < minPassphraseLength) {
      throw new Error(`must have at least ${minPassphraseLength} characters, but has ${input.length}`);
    }
    return input;
  }
  return { ...details, secret: true, parse };
}

/** Minimum length of a secret in characters; shorter ones can be guessed. */
export const minSecretCharacters = 32;

/** A secret that is sent in a header; may be empty. */
export function headerSecret(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (input !== '') assertHeaderSecret(input);
    return input;
  }
  return { ...details, secret: true, parse };
}

function assertHeaderSecret(input: string): void {
  if (!/^[\x21-\x7e]+$/.test(input)) throw new Error('must be printable ASCII without whitespace');
  if (input.length < minSecretCharacters) {
    throw new Error(
      `must have at least ${minSecretCharacters} characters, but has ${input.length}; generate one with: openssl rand -base64 32`,
    );
  }
}

/** A named token, written as `name:token`. */
export interface NamedToken {
  readonly name: string;
  readonly token: string;
}

/**
 * Named tokens, separated by commas or spaces; may be empty. Error messages identify a token by its position, because
 * the part before the colon may belong to a secret that was written without a name.
 */
export function namedTokens(details: Details<readonly NamedToken[]>): Setting<readonly NamedToken[]> {
  function parse(input: string): readonly NamedToken[] {
    const tokens = splitList(input).map(namedToken);
    const sameName = firstDuplicates(tokens.map(({ name }) => name));
    if (sameName !== undefined) throw new Error(`must not contain a name twice: pairs ${sameName} have the same name`);
    const sameToken = firstDuplicates(tokens.map(({ token }) => token));
    if (sameToken !== undefined)
      throw new Error(`must not contain a token twice: pairs ${sameToken}; generate one for each name`);
    return tokens;
  }
  return { ...details, secret: true, parse, format: listFormat(({ name, token }) => `${name}:${token}`) };
}

function firstDuplicates(values: readonly string[]): string | undefined {
  const second = values.findIndex((value, index) => values.indexOf(value) !== index);
  return second === -1 ? undefined : `${values.indexOf(values[second] ?? '') + 1} and ${second + 1}`;
}

function namedToken(input: string, index: number): NamedToken {
  const { name, token } = /^(?<name>[\w.@-]{1,100}):(?<token>.+)$/.exec(input)?.groups ?? {};
  if (name === undefined || token === undefined) {
    throw new Error('must be name:token pairs, separated by commas; a name contains letters, digits and . _ @ -');
  }
  if (isReservedName(name)) throw new Error(`must not contain the reserved name ${name}: choose another name`);
  try {
    assertHeaderSecret(token);
  } catch (error) {
    throw new Error(`contains an invalid token in pair ${index + 1}, which ${(error as Error).message}`); // Only errors are thrown above.
  }
  return { name, token };
}

/** A name with a value, written as `name=value`. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/**
 * Pairs of names and values, separated by commas; may be empty. Values are percent-decoded, as in the environment
 * variables of OpenTelemetry. Error messages identify a pair by its position, because values may be secrets.
 */
export function namedValues(details: Details<readonly NamedValue[]>): Setting<readonly NamedValue[]> {
  function parse(input: string): readonly NamedValue[] {
    return input.trim() === '' ? [] : input.split(',').map(namedValue);
  }
  const format = listFormat<NamedValue>(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return { secret: false, ...details, parse, format };
}

function namedValue(input: string, index: number): NamedValue {
  const { name, value = '' } =
    /^\s*(?<name>[\w.!#$&'*+^`|~-]{1,100})\s*=\s*(?<value>.*?)\s*$/.exec(input)?.groups ?? {};
  if (name === undefined) throw new Error(`must be name=value pairs, separated by commas; pair ${index + 1} is not`);
  const decoded = percentDecode(value);
  if (decoded === undefined || !/^[\x20-\x7e]*$/.test(decoded)) {
    throw new Error(
      `must contain percent-encoded ASCII values; the value of pair ${index + 1} is invalid (write a comma as %2C)`,
    );
  }
  return { name, value: decoded };
}

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Secrets shared by processes, separated by commas or spaces; may be empty. The first one signs; all are accepted. */
export function sharedSecrets(details: Details<readonly string[]>): Setting<readonly string[]> {
  function parse(input: string): readonly string[] {
    const secrets = splitList(input);
    if (secrets.some((secret) => secret.length < minSecretCharacters)) {
      throw new Error(`must be secrets of at least ${minSecretCharacters} characters, separated by commas or spaces`);
    }
    return secrets;
  }
  return { ...details, secret: true, parse };
}

/** An IANA time zone; may be empty. */
export function timeZone(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (input !== '' && !isTimeZone(input)) throw new Error('must be an IANA time zone, such as Europe/Zurich');
    return input;
  }
  return { secret: false, ...details, parse };
}

function requireInRange(value: number, range: Range): number {
  if (value < range.minimum || value > range.maximum) {
    throw new Error(`must be between ${range.minimum} and ${range.maximum}`);
  }
  // Number('-0') is -0.
  return value === 0 ? 0 : value;
}

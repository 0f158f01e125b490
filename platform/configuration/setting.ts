import { isReservedName } from '../caller.js';
import { isTimeZone } from '../time-zone.js';

/** A setting: its default, and its parser for the file and the environment. */
export interface Setting<T> {
  readonly default: T;
  /** One line for `rampart config` and the example file. */
  readonly description: string;
  readonly secret: boolean;
  /** Parses the written form; throws an Error that states the allowed values. */
  parse(text: string): T;
  /**
   * Resolves a value, including the default, in this working directory: relative paths become absolute. Throws like
   * parse.
   */
  complete?(value: T, workingDirectory: string): T;
}

export interface Details<T> {
  default: T;
  description: string;
  secret?: boolean;
}

export function text(details: Details<string>): Setting<string> {
  return { secret: false, ...details, parse: (written) => written };
}

export function choice<const Values extends readonly string[]>(
  values: Values,
  details: Details<Values[number]>,
): Setting<Values[number]> {
  function parse(written: string): Values[number] {
    const found = values.find((value) => value === written.toLowerCase().replaceAll(',', ' ').replace(/\s+/g, ' '));
    if (found === undefined) throw new Error(`must be one of ${values.map((value) => value || '(empty)').join(', ')}`);
    return found;
  }
  return { secret: false, ...details, parse };
}

/** A boolean: `True`, `False` and common alternatives. */
export function flag(details: Details<boolean>): Setting<boolean> {
  function parse(written: string): boolean {
    if (/^(true|yes|on|1)$/i.test(written)) return true;
    if (/^(false|no|off|0)$/i.test(written)) return false;
    throw new Error('must be True or False');
  }
  return { secret: false, ...details, parse };
}

export interface Range {
  minimum: number;
  maximum: number;
}

export function integer(range: Range, details: Details<number>): Setting<number> {
  function parse(written: string): number {
    if (!/^[+-]?\d+$/.test(written)) throw new Error('must be an integer');
    return withinRange(Number(written), range);
  }
  return { secret: false, ...details, parse };
}

const maxWorkers = 256;

/** A number of processes, or `auto`: one for each core that this process may use. */
export function workers(): Setting<number | 'auto'> {
  function parse(written: string): number | 'auto' {
    if (written.toLowerCase() === 'auto') return 'auto';
    if (!/^\d+$/.test(written)) throw new Error('must be a number of processes, or auto');
    return withinRange(Number(written), { minimum: 1, maximum: maxWorkers });
  }
  return {
    default: 1,
    description:
      'Number of processes that share the ports; auto: one for each core. More than one requires [database] url. SIGHUP replaces them one after the other.',
    secret: false,
    parse,
  };
}

export function decimal(range: Range, details: Details<number>): Setting<number> {
  function parse(written: string): number {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(written)) throw new Error('must be a number');
    return withinRange(Number(written), range);
  }
  return { secret: false, ...details, parse };
}

/** The parts of a value that are separated by commas or spaces. */
export function separated(written: string): string[] {
  return written.split(/[\s,]+/).filter((part) => part !== '');
}

/** Three counts, one per tier: trial, basic, enterprise. */
export type PerTier = readonly [trial: number, basic: number, enterprise: number];

export function perTier(details: Details<PerTier>): Setting<PerTier> {
  const expected = 'three integers (trial, basic, enterprise), such as 0,10,30';
  return counts(details, { form: /^\d{1,9}$/, expected });
}

/** Four counts, one per severity of alerts. */
export type PerSeverity = readonly [low: number, medium: number, high: number, critical: number];

export function perSeverity(details: Details<PerSeverity>): Setting<PerSeverity> {
  const expected = 'four integers of at most 7 digits (low, medium, high, critical), such as 1440,480,60,15';
  return counts(details, { form: /^\d{1,7}$/, expected });
}

/** A list of counts, separated by commas, with as many items as the default. */
function counts<Counts extends readonly number[]>(
  details: Details<Counts>,
  { form, expected }: { form: RegExp; expected: string },
): Setting<Counts> {
  function parse(written: string): Counts {
    const parts = written.split(',').map((part) => part.trim());
    if (parts.length !== details.default.length || !parts.every((part) => form.test(part))) {
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

/** `<count>/<s|m|h|d>`. */
export function rate(details: Details<Rate>): Setting<Rate> {
  function parse(written: string): Rate {
    const match = /^(\d{1,9})\/([smhd])$/.exec(written);
    if (match === null || match[1] === '0') throw new Error('must be <count>/<s|m|h|d>, such as 60/m');
    return { count: Number(match[1]), unit: match[2] as Rate['unit'] }; // The pattern allows only these letters.
  }
  return { secret: false, ...details, parse };
}

/** Shorter secrets can be guessed. */
export const minSecretCharacters = 32;

/** A secret that is sent in a header; may be empty. */
export function headerSecret(details: Details<string>): Setting<string> {
  function parse(written: string): string {
    if (written !== '') assertHeaderSecret(written);
    return written;
  }
  return { ...details, secret: true, parse };
}

function assertHeaderSecret(written: string): void {
  if (!/^[\x21-\x7e]+$/.test(written)) throw new Error('must be printable ASCII without whitespace');
  if (written.length < minSecretCharacters) {
    throw new Error(
      `must have at least ${minSecretCharacters} characters, but has ${written.length}; generate one with: openssl rand -base64 32`,
    );
  }
}

/** A named token, written as `name:token`. */
export interface NamedToken {
  readonly name: string;
  readonly token: string;
}

/**
 * Named tokens, separated by commas or spaces; may be empty. Messages identify pairs by number, because the part before
 * the colon may belong to a secret that was written without a name.
 */
export function namedTokens(details: Details<readonly NamedToken[]>): Setting<readonly NamedToken[]> {
  function parse(written: string): readonly NamedToken[] {
    const tokens = separated(written).map(namedToken);
    const sameName = firstTwins(tokens.map(({ name }) => name));
    if (sameName !== undefined) throw new Error(`has a repeated name, in pairs ${sameName}`);
    const sameToken = firstTwins(tokens.map(({ token }) => token));
    if (sameToken !== undefined)
      throw new Error(`has a repeated token, in pairs ${sameToken}: generate one for each name`);
    return tokens;
  }
  return { ...details, secret: true, parse };
}

function firstTwins(values: readonly string[]): string | undefined {
  const second = values.findIndex((value, index) => values.indexOf(value) !== index);
  return second === -1 ? undefined : `${values.indexOf(values[second] ?? '') + 1} and ${second + 1}`;
}

function namedToken(written: string, index: number): NamedToken {
  const { name, token } = /^(?<name>[\w.@-]{1,100}):(?<token>.+)$/.exec(written)?.groups ?? {};
  if (name === undefined || token === undefined) {
    throw new Error('must be name:token pairs, separated by commas; a name has letters, digits and . _ @ -');
  }
  if (isReservedName(name)) throw new Error(`has the reserved name ${name}: choose another one`);
  try {
    assertHeaderSecret(token);
  } catch (error) {
    throw new Error(`has a token, in pair ${index + 1}, that ${(error as Error).message}`); // Only errors are thrown above.
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
 * variables of OpenTelemetry. Messages identify pairs by number, because values may be secrets.
 */
export function namedValues(details: Details<readonly NamedValue[]>): Setting<readonly NamedValue[]> {
  function parse(written: string): readonly NamedValue[] {
    return written.trim() === '' ? [] : written.split(',').map(namedValue);
  }
  return { secret: false, ...details, parse };
}

function namedValue(written: string, index: number): NamedValue {
  const { name, value = '' } =
    /^\s*(?<name>[\w.!#$&'*+^`|~-]{1,100})\s*=\s*(?<value>.*?)\s*$/.exec(written)?.groups ?? {};
  if (name === undefined) throw new Error(`must be name=value pairs, separated by commas; pair ${index + 1} is not`);
  const decoded = percentDecoded(value);
  if (decoded === undefined || !/^[\x20-\x7e]*$/.test(decoded)) {
    throw new Error(`has a value, in pair ${index + 1}, that is not percent-encoded ASCII: write a comma as %2C`);
  }
  return { name, value: decoded };
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Secrets shared by processes, separated by commas or spaces; may be empty. The first one signs; all are accepted. */
export function sharedSecrets(details: Details<readonly string[]>): Setting<readonly string[]> {
  function parse(written: string): readonly string[] {
    const secrets = separated(written);
    if (secrets.some((secret) => secret.length < minSecretCharacters)) {
      throw new Error(`must have at least ${minSecretCharacters} characters, without commas and whitespace`);
    }
    return secrets;
  }
  return { ...details, secret: true, parse };
}

/** An IANA time zone; may be empty. */
export function timeZone(details: Details<string>): Setting<string> {
  function parse(written: string): string {
    if (written !== '' && !isTimeZone(written)) throw new Error('must be an IANA time zone, such as Europe/Zurich');
    return written;
  }
  return { secret: false, ...details, parse };
}

function withinRange(value: number, range: Range): number {
  if (value < range.minimum || value > range.maximum) {
    throw new Error(`must be between ${range.minimum} and ${range.maximum}`);
  }
  // Number('-0') is -0.
  return value === 0 ? 0 : value;
}

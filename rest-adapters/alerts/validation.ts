import { isLongerThan } from '../../platform/input-limits.js';
import type { Parameter } from '../route.js';
import { JsonNumber, type JsonValue, maximumIntegerDigits } from './python-json.js';

/** One entry of a 422 answer, as pydantic v2 words it. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: JsonValue;
  readonly ctx?: Readonly<Record<string, string | number | object>>;
}

/** A value that the graph can take; or what is wrong with the input, without its place. */
export type Checked = { readonly value: unknown; readonly exact?: string } | { readonly issue: Complaint };

type Complaint = Pick<ValidationIssue, 'type' | 'msg' | 'ctx'>;

/** `exact` has the digits of an integer beyond the graph's `Int`, to which it is clamped. */
const maxInt32 = 2_147_483_647;
const minInt32 = -2_147_483_648;

/** Blanks that pydantic strips: Unicode white space. JavaScript's `trim` strips other ones. */
const integerPattern =
  /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*([+-]?)(\d+(?:_\d+)*)(?:\.0+)?[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;

/** What pydantic counts before it looks for blanks, a plus or underscores. */
const tooLongInteger = /^-?[1-9]\d*/;

const truthy = new Set(['1', 't', 'y', 'on', 'yes', 'true']);
const falsy = new Set(['0', 'f', 'n', 'no', 'off', 'false']);

/** Checks text (of the path or the query) for a parameter. Enum values are checked for being strings only. */
export function checkText(parameter: Parameter, text: string): Checked {
  if (parameter.kind === 'integer') return checkInteger(parameter, text);
  if (parameter.kind === 'boolean') return checkBoolean(text);
  if (parameter.kind === 'number')
    throw new Error(`no endpoint of this service has a parameter like ${parameter.name}`);
  return { value: text };
}

/** Checks a field of a JSON body for a parameter. Enum values are checked for being strings only. */
export function checkJson(parameter: Parameter, value: JsonValue): Checked {
  if (parameter.kind === 'boolean') return checkBoolean(value);
  if (parameter.kind === 'string' || parameter.kind === 'enum') {
    return typeof value === 'string'
      ? checkLength(parameter, value)
      : complaint('string_type', 'Input should be a valid string');
  }
  throw new Error(`no endpoint of this service has a field like ${parameter.name}`);
}

/** pydantic counts code points, as the limit does. */
function checkLength({ maxLength }: Parameter, text: string): Checked {
  if (maxLength === undefined || !isLongerThan(text, maxLength)) return { value: text };
  const msg = `String should have at most ${maxLength} characters`;
  return { issue: { type: 'string_too_long', msg, ctx: { max_length: maxLength } } };
}

/** Integers as pydantic reads them from a string: blanks, sign, leading zeros, single underscores, zero decimals. */
function checkInteger(parameter: Parameter, text: string): Checked {
  if (text.length > maximumIntegerDigits && (tooLongInteger.exec(text)?.[0].length ?? 0) > maximumIntegerDigits) {
    return complaint('int_parsing_size', 'Unable to parse input string as an integer, exceeded maximum size');
  }
  const match = integerPattern.exec(text);
  const digits = (match?.[2] ?? '').replaceAll('_', '').replace(/^0+(?=\d)/, '');
  if (!match || digits.length > maximumIntegerDigits) {
    return complaint('int_parsing', 'Input should be a valid integer, unable to parse string as an integer');
  }
  const negative = match[1] === '-' && digits !== '0';
  const value = negative ? -Number(digits) : Number(digits);
  return checkRange(parameter, value) ?? clamp(value, negative ? `-${digits}` : digits);
}

function checkRange({ minimum, maximum }: Parameter, value: number): Checked | undefined {
  if (minimum !== undefined && value < minimum) {
    const msg = `Input should be greater than or equal to ${minimum}`;
    return { issue: { type: 'greater_than_equal', msg, ctx: { ge: minimum } } };
  }
  if (maximum !== undefined && value > maximum) {
    const msg = `Input should be less than or equal to ${maximum}`;
    return { issue: { type: 'less_than_equal', msg, ctx: { le: maximum } } };
  }
  return undefined;
}

function clamp(value: number, digits: string): Checked {
  if (value >= minInt32 && value <= maxInt32) return { value };
  return { value: value < 0 ? minInt32 : maxInt32, exact: digits };
}

/** Booleans as pydantic reads them in its lax mode. */
function checkBoolean(value: JsonValue): Checked {
  if (typeof value === 'boolean') return { value };
  if (typeof value === 'string') return checkBooleanText(value);
  // Whole numbers that fit 64 bits are unable to be interpreted; all else is of the wrong type.
  if (value instanceof JsonNumber && Number.isInteger(value.value) && isInt64(value)) {
    if (value.value === 0 || value.value === 1) return { value: value.value === 1 };
    return unreadableBoolean();
  }
  return complaint('bool_type', 'Input should be a valid boolean');
}

function checkBooleanText(text: string): Checked {
  const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (truthy.has(folded)) return { value: true };
  if (falsy.has(folded)) return { value: false };
  if (!text.isWellFormed()) {
    return complaint('string_unicode', 'Input should be a valid string, unable to parse raw data as a unicode string');
  }
  return unreadableBoolean();
}

function isInt64({ value, text, integer }: JsonNumber): boolean {
  if (!integer) return Math.abs(value) < 2 ** 63;
  const exact = BigInt(text);
  return exact >= -(2n ** 63n) && exact < 2n ** 63n;
}

function unreadableBoolean(): Checked {
  return complaint('bool_parsing', 'Input should be a valid boolean, unable to interpret input');
}

function complaint(type: string, msg: string): Checked {
  return { issue: { type, msg } };
}

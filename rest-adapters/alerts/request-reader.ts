import { isLongerThan } from '../../platform/input-limits.js';
import { decodeJson } from '../decode-json.js';
import type { ParsedRequest, RawRequest, RequestReader } from '../dialect.js';
import type { RestResponse } from '../response.js';
import { type Parameter, parametersIn, type Route } from '../route.js';
import {
  JsonDecodeError,
  JsonNumber,
  JsonTooLargeError,
  type JsonValue,
  maxIntegerDigits,
  parseJson,
} from './python-json.js';
import { invalidStatusResponse, issuesResponse, unreadableBodyResponse, type ValidationIssue } from './responses.js';

/** The valid value for the graph, or the issue with the input, without its location. */
export type CheckResult = { readonly value: unknown; readonly exact?: string } | { readonly issue: IssueDetails };

type IssueDetails = Pick<ValidationIssue, 'type' | 'msg' | 'ctx'>;

/**
 * Compiles a reader that validates like FastAPI: an invalid JSON body is rejected immediately; otherwise, all issues of
 * path, query and body are reported together. Enum values are checked last, with status 400 for unknown ones.
 */
export function compileReader(route: Route): RequestReader {
  const inPath = parametersIn(route, 'path');
  const inQuery = parametersIn(route, 'query');
  const inBody = parametersIn(route, 'body');
  return function read(request) {
    const reading = new Reading();
    let body: JsonValue = null;
    if (inBody.length > 0) {
      const parsed = parseBody(request);
      if ('rejection' in parsed) return reading.reject(parsed.rejection);
      body = parsed.value;
    }
    for (const parameter of inPath) reading.readText(parameter, request.path[parameter.name]);
    for (const parameter of inQuery) reading.readText(parameter, request.query.get(parameter.name));
    if (inBody.length > 0) readBody({ reading, parameters: inBody, body });
    return reading.result();
  };
}

/** Collects the variables and issues of one request. */
class Reading {
  readonly variables: Record<string, unknown> = {};
  #exact: Map<string, string> | undefined;
  #issues: ValidationIssue[] | undefined;
  #rejection: RestResponse | undefined;

  readText(parameter: Parameter, text: string | undefined): void {
    if (text !== undefined) this.addValue(parameter, checkText(parameter, text), text);
    else if (parameter.required) this.addMissing([parameter.location, parameter.name], null);
  }

  addValue(parameter: Parameter, checked: CheckResult, input: JsonValue): void {
    if ('issue' in checked) {
      const { type, msg, ctx } = checked.issue;
      this.addIssue({ type, loc: [parameter.location, parameter.name], msg, input, ...(ctx && { ctx }) });
    } else if (parameter.enumNames) {
      const wire = String(checked.value);
      const name = parameter.enumNames.get(wire);
      if (name === undefined) this.#rejection ??= invalidStatusResponse(wire);
      this.variables[parameter.name] = name;
    } else {
      this.variables[parameter.name] = checked.value;
      if (checked.exact !== undefined) this.#exact = new Map(this.#exact).set(parameter.name, checked.exact);
    }
  }

  addMissing(loc: ValidationIssue['loc'], input: JsonValue): void {
    this.addIssue({ type: 'missing', loc, msg: 'Field required', input });
  }

  addIssue(issue: ValidationIssue): void {
    if (this.#issues === undefined) this.#issues = [issue];
    else this.#issues.push(issue);
  }

  reject(rejection: RestResponse): ParsedRequest {
    return { variables: this.variables, rejection };
  }

  result(): ParsedRequest {
    const rejection = this.#issues ? issuesResponse(this.#issues) : this.#rejection;
    return { variables: this.variables, exact: this.#exact, rejection };
  }
}

function readBody(options: { reading: Reading; parameters: readonly Parameter[]; body: JsonValue }): void {
  const { reading, parameters, body } = options;
  if (body === null) {
    reading.addMissing(['body'], null);
  } else if (!(body instanceof Map)) {
    const msg = 'Input should be a valid dictionary or object to extract fields from';
    reading.addIssue({ type: 'model_attributes_type', loc: ['body'], msg, input: body });
  } else {
    for (const parameter of parameters) {
      const value = body.get(parameter.name);
      if (value !== undefined) reading.addValue(parameter, checkJson(parameter, value), value);
      else if (parameter.required) reading.addMissing(['body', parameter.name], body);
    }
  }
}

/** The body as a JSON value, or as a string if its content type is not JSON; null if there is no body. */
function parseBody({ body, contentType }: RawRequest): { value: JsonValue } | { rejection: RestResponse } {
  if (body === undefined || body.length === 0) return { value: null };
  if (!isJson(contentType)) return { value: body.toString('utf8') };
  try {
    return { value: parseJson(decodeJson(body)) };
  } catch (error) {
    if (error instanceof JsonDecodeError) return { rejection: invalidJson(error) };
    if (error instanceof JsonTooLargeError || error instanceof TypeError) return { rejection: unreadableBodyResponse };
    throw error;
  }
}

/** Whether a body of this content type is JSON; true without a content type, as in FastAPI. */
function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === '') return true;
  const mediaType = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const [type, subtype, ...rest] = mediaType.split('/');
  return type === 'application' && rest.length === 0 && (subtype === 'json' || subtype?.endsWith('+json') === true);
}

function invalidJson({ reason, position }: JsonDecodeError): RestResponse {
  const issue = { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: new Map() };
  return issuesResponse([{ ...issue, ctx: { error: reason } }]);
}

/** The maximum of `Int`. Integers outside of its range are clamped; `exact` then contains their digits. */
const maxInt32 = 2_147_483_647;
const minInt32 = -2_147_483_648;

/**
 * Matches an integer and the white space that pydantic strips, which differs from the white space of JavaScript's
 * `trim`.
 */
const integerPattern =
  /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*([+-]?)(\d+(?:_\d+)*)(?:\.0+)?[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;

/** Matches the leading digits, which pydantic counts before it handles white space, signs and underscores. */
const digitsPattern = /^-?[1-9]\d*/;

const truthy = new Set(['1', 't', 'y', 'on', 'yes', 'true']);
const falsy = new Set(['0', 'f', 'n', 'no', 'off', 'false']);

/** Validates text from the path or query as the value of a parameter. Enum values are only checked to be strings. */
export function checkText(parameter: Parameter, text: string): CheckResult {
  if (parameter.kind === 'integer') return checkInteger(parameter, text);
  if (parameter.kind === 'boolean') return checkBoolean(text);
  if (parameter.kind === 'number') throw new Error(`numbers are not supported in the path or query: ${parameter.name}`);
  return { value: text };
}

/** Validates a field of a JSON body as the value of a parameter. Enum values are only checked to be strings. */
export function checkJson(parameter: Parameter, value: JsonValue): CheckResult {
  if (parameter.kind === 'boolean') return checkBoolean(value);
  if (parameter.kind === 'string' || parameter.kind === 'enum') {
    return typeof value === 'string'
      ? checkLength(parameter, value)
      : issueOf('string_type', 'Input should be a valid string');
  }
  throw new Error(`the kind ${parameter.kind} is not supported in a body: ${parameter.name}`);
}

/** Validates the length of a string. Counts Unicode code points, like pydantic. */
function checkLength({ maxLength }: Parameter, text: string): CheckResult {
  if (maxLength === undefined || !isLongerThan(text, maxLength)) return { value: text };
  const msg = `String should have at most ${maxLength} characters`;
  return { issue: { type: 'string_too_long', msg, ctx: { max_length: maxLength } } };
}

/**
 * Parses an integer like pydantic: allows white space, a sign, leading zeros, single underscores, and a fraction of
 * zeros.
 */
function checkInteger(parameter: Parameter, text: string): CheckResult {
  if (text.length > maxIntegerDigits && (digitsPattern.exec(text)?.[0].length ?? 0) > maxIntegerDigits) {
    return issueOf('int_parsing_size', 'Unable to parse input string as an integer, exceeded maximum size');
  }
  const match = integerPattern.exec(text);
  const digits = (match?.[2] ?? '').replaceAll('_', '').replace(/^0+(?=\d)/, '');
  const sign = match?.[1] === '-' ? '-' : '';
  // pydantic counts the sign too.
  if (!match || sign.length + digits.length > maxIntegerDigits) {
    return issueOf('int_parsing', 'Input should be a valid integer, unable to parse string as an integer');
  }
  const negative = sign === '-' && digits !== '0';
  const value = negative ? -Number(digits) : Number(digits);
  return checkRange(parameter, value) ?? clamp(value, negative ? `-${digits}` : digits);
}

function checkRange({ minimum, maximum }: Parameter, value: number): CheckResult | undefined {
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

function clamp(value: number, digits: string): CheckResult {
  if (value >= minInt32 && value <= maxInt32) return { value };
  return { value: value < 0 ? minInt32 : maxInt32, exact: digits };
}

/** Parses a boolean like pydantic's lax mode. */
function checkBoolean(value: JsonValue): CheckResult {
  if (typeof value === 'boolean') return { value };
  if (typeof value === 'string') return checkBooleanText(value);
  // Integers that fit into 64 bits have the error "unable to interpret"; other values have a type error.
  if (value instanceof JsonNumber && Number.isInteger(value.value) && isInt64(value)) {
    if (value.value === 0 || value.value === 1) return { value: value.value === 1 };
    return invalidBoolean();
  }
  return issueOf('bool_type', 'Input should be a valid boolean');
}

function checkBooleanText(text: string): CheckResult {
  const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (truthy.has(folded)) return { value: true };
  if (falsy.has(folded)) return { value: false };
  if (!text.isWellFormed()) {
    return issueOf('string_unicode', 'Input should be a valid string, unable to parse raw data as a unicode string');
  }
  return invalidBoolean();
}

function isInt64({ value, text, integer }: JsonNumber): boolean {
  if (!integer) return Math.abs(value) < 2 ** 63;
  const exactValue = BigInt(text);
  return exactValue >= -(2n ** 63n) && exactValue < 2n ** 63n;
}

function invalidBoolean(): CheckResult {
  return issueOf('bool_parsing', 'Input should be a valid boolean, unable to interpret input');
}

function issueOf(type: string, msg: string): CheckResult {
  return { issue: { type, msg } };
}

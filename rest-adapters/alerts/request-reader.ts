import type { Answer } from '../answer.js';
import type { RawRequest, ReadRequest, RequestReader } from '../dialect.js';
import { decodeJson, lastValues } from '../request-text.js';
import { type Parameter, parametersIn, type Route } from '../route.js';
import { invalidStatus, issuesAnswer, unreadableBody } from './answers.js';
import { JsonDecodeError, JsonTooLargeError, type JsonValue, parseJson } from './python-json.js';
import { type Checked, checkJson, checkText, type ValidationIssue } from './validation.js';

/**
 * Reads requests as FastAPI does (design: "422 bodies"): a body that is no JSON is refused at once; otherwise all issues of
 * path, query and body come together. Enum values are looked at last: 400 for one that does not exist.
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
      if ('refusal' in parsed) return reading.refused(parsed.refusal);
      body = parsed.value;
    }
    for (const parameter of inPath) reading.take(parameter, request.path[parameter.name]);
    if (inQuery.length > 0) readQuery({ reading, parameters: inQuery, query: request.query });
    if (inBody.length > 0) readBody({ reading, parameters: inBody, body });
    return reading.result();
  };
}

/** Collects the variables and issues of one request. */
class Reading {
  readonly variables: Record<string, unknown> = {};
  #exact: Map<string, string> | undefined;
  #issues: ValidationIssue[] | undefined;
  #refusal: Answer | undefined;

  take(parameter: Parameter, text: string | undefined): void {
    if (text !== undefined) this.keep(parameter, checkText(parameter, text), text);
    else if (parameter.required) this.missing([parameter.place, parameter.name], null);
  }

  keep(parameter: Parameter, checked: Checked, input: JsonValue): void {
    if ('issue' in checked) {
      const { type, msg, ctx } = checked.issue;
      this.complain({ type, loc: [parameter.place, parameter.name], msg, input, ...(ctx && { ctx }) });
    } else if (parameter.enumNames) {
      const wire = String(checked.value);
      const name = parameter.enumNames.get(wire);
      if (name === undefined) this.#refusal ??= invalidStatus(wire);
      this.variables[parameter.name] = name;
    } else {
      this.variables[parameter.name] = checked.value;
      if (checked.exact !== undefined) this.#exact = new Map(this.#exact).set(parameter.name, checked.exact);
    }
  }

  missing(loc: ValidationIssue['loc'], input: JsonValue): void {
    this.complain({ type: 'missing', loc, msg: 'Field required', input });
  }

  complain(issue: ValidationIssue): void {
    if (this.#issues === undefined) this.#issues = [issue];
    else this.#issues.push(issue);
  }

  refused(refusal: Answer): ReadRequest {
    return { variables: this.variables, exact: undefined, refusal };
  }

  result(): ReadRequest {
    const refusal = this.#issues ? issuesAnswer(this.#issues) : this.#refusal;
    return { variables: this.variables, exact: this.#exact, refusal };
  }
}

function readQuery(options: { reading: Reading; parameters: readonly Parameter[]; query: string }): void {
  const values = lastValues(options.query);
  for (const parameter of options.parameters) options.reading.take(parameter, values.get(parameter.name));
}

function readBody(options: { reading: Reading; parameters: readonly Parameter[]; body: JsonValue }): void {
  const { reading, parameters, body } = options;
  if (body === null) {
    reading.missing(['body'], null);
  } else if (!(body instanceof Map)) {
    const msg = 'Input should be a valid dictionary or object to extract fields from';
    reading.complain({ type: 'model_attributes_type', loc: ['body'], msg, input: body });
  } else {
    for (const parameter of parameters) {
      const value = body.get(parameter.name);
      if (value !== undefined) reading.keep(parameter, checkJson(parameter, value), value);
      else if (parameter.required) reading.missing(['body', parameter.name], body);
    }
  }
}

/** The body as JSON; as text where its type says that it is none; null without one. */
function parseBody({ body, contentType }: RawRequest): { value: JsonValue } | { refusal: Answer } {
  if (body === undefined || body.length === 0) return { value: null };
  if (!isJson(contentType)) return { value: body.toString('utf8') };
  try {
    return { value: parseJson(decodeJson(body)) };
  } catch (error) {
    if (error instanceof JsonDecodeError) return { refusal: invalidJson(error) };
    if (error instanceof JsonTooLargeError || error instanceof TypeError) return { refusal: unreadableBody };
    throw error;
  }
}

/** No content type counts as JSON, as it does in FastAPI. */
function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === '') return true;
  const essence = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const [type, subtype, ...rest] = essence.split('/');
  return type === 'application' && rest.length === 0 && (subtype === 'json' || subtype?.endsWith('+json') === true);
}

function invalidJson({ reason, position }: JsonDecodeError): Answer {
  const issue = { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: new Map() };
  return issuesAnswer([{ ...issue, ctx: { error: reason } }]);
}

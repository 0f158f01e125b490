import { readMembers } from '../decode-json.js';
import type { RawRequest, RequestReader } from '../dialect.js';
import type { RestResponse } from '../response.js';
import { type Parameter, parametersIn, type Route } from '../route.js';
import { badRequest } from './responses.js';

/**
 * Compiles a reader that reports the first problem: it checks the range of integers and the types of JSON values. The
 * domain validates the format of strings.
 */
export function compileReader(route: Route): RequestReader {
  const inPath = parametersIn(route, 'path');
  const inQuery = parametersIn(route, 'query');
  const inBody = parametersIn(route, 'body');
  const isPaged = inQuery.some(({ name }) => name === 'pit');
  return function read(request) {
    const variables: Record<string, unknown> = {};
    for (const { name } of inPath) variables[name] = request.path[name];
    const { query } = request;
    const rejection =
      (isPaged && query.has('skip') ? badRequest(skipUnsupported) : undefined) ??
      readAll(variables, inQuery, (parameter) => readText(parameter, query.get(parameter.name))) ??
      (inBody.length === 0 ? undefined : readBody({ variables, parameters: inBody, request }));
    return { variables, rejection };
  };
}

/**
 * The error for `skip`, which is rejected because clients of the former interface would otherwise get the first page
 * repeatedly.
 */
const skipUnsupported = 'skip is no longer supported: page with after and pit instead';

/** A value for the graph (undefined if the parameter is absent), or the problem with the input. */
type ParameterResult = { readonly value: unknown } | { readonly problem: string };

function readAll(
  variables: Record<string, unknown>,
  parameters: readonly Parameter[],
  read: (parameter: Parameter) => ParameterResult,
): RestResponse | undefined {
  for (const parameter of parameters) {
    const result = read(parameter);
    if ('problem' in result) return badRequest(result.problem);
    if (result.value !== undefined) variables[parameter.name] = result.value;
    else if (parameter.required) return badRequest(`${parameter.name} is required`);
  }
  return undefined;
}

function readText(parameter: Parameter, text: string | undefined): ParameterResult {
  if (text === undefined || parameter.kind === 'string') return { value: text };
  // An integer with more digits is out of every range.
  return readInteger(parameter, /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
}

function readField(parameter: Parameter, value: unknown): ParameterResult {
  // Null is accepted for optional fields, because some clients always send all fields.
  if (value === undefined || (value === null && !parameter.required)) return { value: undefined };
  if (parameter.kind === 'integer') return readInteger(parameter, value);
  if (parameter.kind === 'boolean') {
    return typeof value === 'boolean' ? { value } : { problem: `${parameter.name} must be true or false` };
  }
  return typeof value === 'string' ? { value } : { problem: `${parameter.name} must be a string` };
}

function readInteger({ name, minimum, maximum }: Parameter, value: unknown): ParameterResult {
  const isInRange =
    Number.isInteger(value) &&
    Number(value) >= Number(minimum ?? -Infinity) &&
    Number(value) <= Number(maximum ?? Infinity);
  return isInRange ? { value } : { problem: `${name} must be an integer from ${minimum} to ${maximum}` };
}

/** Reads the parameters in the body. The content type is ignored; a body that is not a JSON object is rejected. */
function readBody(options: {
  variables: Record<string, unknown>;
  parameters: readonly Parameter[];
  request: RawRequest;
}): RestResponse | undefined {
  const { variables, parameters, request } = options;
  const members = readMembers(request.body);
  if (members === undefined) return badRequest('The body must be a JSON object');
  const fields = new Map(Object.entries(members));
  return readAll(variables, parameters, (parameter) => readField(parameter, fields.get(parameter.name)));
}

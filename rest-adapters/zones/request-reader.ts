import type { RawRequest, ReadRequest, RequestReader } from '../dialect.js';
import { decodeJson, lastValues } from '../request-text.js';
import type { Answer } from '../response.js';
import { type Parameter, parametersIn, type Route } from '../route.js';
import { badRequest } from './responses.js';

/**
 * Reads requests: texts as they are sent, whole numbers in their range, bodies of strict types. The first thing that is wrong
 * is told. What a text must look like is the domain's to say.
 */
export function compileReader(route: Route): RequestReader {
  const inPath = parametersIn(route, 'path');
  const inQuery = parametersIn(route, 'query');
  const inBody = parametersIn(route, 'body');
  const isPaged = inQuery.some(({ name }) => name === 'pit');
  return function read(request) {
    const variables: Record<string, unknown> = {};
    for (const { name } of inPath) variables[name] = request.path[name];
    const values = lastValues(inQuery.length === 0 ? '' : request.query);
    const refusal =
      (isPaged && values.has('skip') ? badRequest(skipIsGone) : undefined) ??
      takeAll(variables, inQuery, (parameter) => readText(parameter, values.get(parameter.name))) ??
      (inBody.length === 0 ? undefined : readBody({ variables, parameters: inBody, request }));
    return { variables, exact: undefined, refusal } satisfies ReadRequest;
  };
}

/** Ignored, it would give clients of the former interface the first page for ever. */
const skipIsGone = 'skip is no longer supported: page with after and pit instead';

/** A value for the graph (undefined: absent), or what is wrong with it. */
type Taken = { readonly value: unknown } | { readonly problem: string };

function takeAll(
  variables: Record<string, unknown>,
  parameters: readonly Parameter[],
  take: (parameter: Parameter) => Taken,
): Answer | undefined {
  for (const parameter of parameters) {
    const taken = take(parameter);
    if ('problem' in taken) return badRequest(taken.problem);
    if (taken.value !== undefined) variables[parameter.name] = taken.value;
    else if (parameter.required) return badRequest(`${parameter.name} is required`);
  }
  return undefined;
}

function readText(parameter: Parameter, text: string | undefined): Taken {
  if (text === undefined || parameter.kind === 'string') return { value: text };
  // More digits than the range has are out of it, whatever number they make.
  return takeInteger(parameter, /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
}

function readField(parameter: Parameter, value: unknown): Taken {
  // Optional fields that are null are those of clients that always send all of them.
  if (value === undefined || (value === null && !parameter.required)) return { value: undefined };
  if (parameter.kind === 'integer') return takeInteger(parameter, value);
  if (parameter.kind === 'boolean') {
    return typeof value === 'boolean' ? { value } : { problem: `${parameter.name} must be true or false` };
  }
  return typeof value === 'string' ? { value } : { problem: `${parameter.name} must be a string` };
}

function takeInteger({ name, minimum, maximum }: Parameter, value: unknown): Taken {
  const isInRange =
    Number.isInteger(value) &&
    Number(value) >= Number(minimum ?? -Infinity) &&
    Number(value) <= Number(maximum ?? Infinity);
  return isInRange ? { value } : { problem: `${name} must be an integer from ${minimum} to ${maximum}` };
}

const noObject = 'The body must be a JSON object';

/** Whatever its content type says: a body that is no JSON object is refused by what it is. */
function readBody(options: {
  variables: Record<string, unknown>;
  parameters: readonly Parameter[];
  request: RawRequest;
}): Answer | undefined {
  const { variables, parameters, request } = options;
  let body: unknown;
  try {
    body = JSON.parse(decodeJson(request.body));
  } catch {
    return badRequest(noObject);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return badRequest(noObject);
  const fields = new Map<string, unknown>(Object.entries(body));
  return takeAll(variables, parameters, (parameter) => readField(parameter, fields.get(parameter.name)));
}

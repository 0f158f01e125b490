import type { RawRequest, RequestReader } from '../../../rest-adapters/dialect.js';
import { readLastValues } from '../../../rest-adapters/handle-request.js';
import type { Parameter, Route } from '../../../rest-adapters/route.js';

/** An optional string parameter of the query, with the given differences. */
export function parameter(properties: Partial<Parameter>): Parameter {
  return {
    name: 'x',
    location: 'query',
    kind: 'string',
    enumNames: undefined,
    required: false,
    default: undefined,
    documentedDefault: undefined,
    schema: undefined,
    isList: false,
    minimum: undefined,
    maximum: undefined,
    maxLength: undefined,
    maxItems: undefined,
    description: undefined,
    example: undefined,
    segments: false,
    ...properties,
  };
}

const emptyRequest: RawRequest = {
  path: {},
  query: new Map(),
  contentType: undefined,
  authorization: undefined,
  origin: 'http://localhost',
  body: undefined,
};

/**
 * Compiles the reader of a route. The returned function reads a request (string bodies are encoded as UTF-8) and
 * returns its variables, or the status and parsed body of an error.
 */
export function readerOf(compile: (route: Route) => RequestReader, route: Partial<Route>) {
  const read = compile({ path: '/x', parameters: [], ...route } as Route); // Readers use no other members of a route.
  return (request: Omit<Partial<RawRequest>, 'body' | 'query'> & { query?: string; body?: string | Buffer } = {}) => {
    const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
    const { variables, rejection } = read({
      ...emptyRequest,
      ...request,
      query: readLastValues(request.query ?? ''),
      body,
    });
    return rejection === undefined ? variables : [rejection.status, JSON.parse(rejection.body)];
  };
}

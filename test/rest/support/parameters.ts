import type { RawRequest, RequestReader } from '../../../rest-adapters/dialect.js';
import type { Parameter, Route } from '../../../rest-adapters/route.js';

/** An optional parameter of the query, a string, except where `properties` say otherwise. */
export function parameter(properties: Partial<Parameter>): Parameter {
  return {
    name: 'x',
    place: 'query',
    kind: 'string',
    enumNames: undefined,
    required: false,
    default: undefined,
    documentedDefault: undefined,
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
  query: '',
  contentType: undefined,
  authorization: undefined,
  origin: 'http://localhost',
  body: undefined,
};

/**
 * Compiles the reader of a route. The returned function reads a request, of which a body that is a string is sent as UTF-8, and returns its
 * variables, or the status and the parsed body of its refusal.
 */
export function readerOf(compile: (route: Route) => RequestReader, route: Partial<Route>) {
  const read = compile({ path: '/x', parameters: [], ...route } as Route); // Readers use no other part of a route.
  return (request: Omit<Partial<RawRequest>, 'body'> & { body?: string | Buffer } = {}) => {
    const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
    const { variables, refusal } = read({ ...emptyRequest, ...request, body });
    return refusal === undefined ? variables : [refusal.status, JSON.parse(refusal.body)];
  };
}

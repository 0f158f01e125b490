import { commonErrors } from '../common-errors.js';
import type { DocumentedResponse } from '../dialect.js';
import { parametersIn, type Route } from '../route.js';

const schema = { $ref: '#/components/schemas/MessageResponse' };

/** Schemas of error bodies by their names in OpenAPI. */
export const errorSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  MessageResponse: {
    type: 'object',
    description: 'An error; `message` describes it.',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
};

/** Maximum size of a request body in bytes. Reports of controllers are much smaller. */
export const maxBodyBytes = 1_048_576;

/** The error responses of a route: those in the specification (section 7), and those of all routes. */
export function documentedErrors(route: Route): DocumentedResponse[] {
  const hasBody = parametersIn(route, 'body').length > 0;
  const common = commonErrors(route, {
    maxBodyBytes,
    content: ({ name, message }) => ({ schema, examples: { [name]: { message } } }),
  });
  return [...(hasBody ? [badRequest] : []), unauthenticated, forbidden(hasBody), ...serviceErrors, ...common];
}

const badRequest: DocumentedResponse = {
  status: 400,
  description:
    'The body is not a JSON object, a field is missing, has the wrong type or is too long, or the GUID is not a UUID version 4',
  schema,
  examples: {
    json: { message: 'Invalid JSON' },
    missing: { message: 'Hostname is required' },
    type: { message: 'Ip_addresses is invalid' },
    guid: { message: 'Invalid GUID format' },
  },
};

const unauthenticated: DocumentedResponse = {
  status: 401,
  description: 'The settings require an enrolment secret, and the request contains none or a wrong one',
  schema,
  examples: {
    missing: { message: 'The enrolment secret is required' },
    wrong: { message: 'The enrolment secret is wrong' },
  },
  headers: { 'WWW-Authenticate': 'Bearer realm="rampart licenses"' },
};

function forbidden(isCheck: boolean): DocumentedResponse {
  const license = {
    license: { message: 'Invalid license' },
    certificate: { message: 'A client certificate is required' },
    expired: { message: 'The client certificate has expired' },
    untrusted: { message: 'The client certificate is not trusted' },
  };
  const check = {
    other: { message: 'The client certificate does not belong to the controller' },
    blacklist: { message: 'Controller is blacklisted' },
    cap: { message: 'No devices available' },
  };
  return {
    status: 403,
    description: isCheck
      ? 'The license is not valid, the controller is on the blacklist, all seats are occupied, or the settings require a client certificate and the request has no valid one for the controller'
      : 'The license is not valid, or the settings require a client certificate and the request has no valid one',
    schema,
    examples: isCheck ? { ...license, ...check } : license,
  };
}

const serviceErrors: readonly DocumentedResponse[] = [
  {
    status: 429,
    description:
      'The source address has reached its limit of requests to this path (`[licenses] rate`); only if `[licenses] limit` is on',
    schema,
    examples: { rate: { message: 'Too many requests' } },
    headers: { 'Retry-After': '17' },
  },
  {
    status: 503,
    description: 'The database cannot be reached',
    schema,
    examples: { store: { message: 'The database cannot be reached' } },
    headers: { 'Retry-After': '5' },
  },
];

import { commonErrors, type ErrorContent } from '../common-errors.js';
import type { DocumentedResponse } from '../dialect.js';
import type { Route } from '../route.js';
import { isReceiver, isTokenEndpoint } from './responses.js';

/** Schemas of error bodies and of notifications by their names in OpenAPI. */
export const errorSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  DriveErrorResponse: {
    type: 'object',
    description: 'An error in the format of Microsoft Graph.',
    properties: {
      error: {
        type: 'object',
        properties: { code: { type: 'string' }, message: { type: 'string' }, innerError: { type: 'object' } },
        required: ['code', 'message'],
      },
    },
    required: ['error'],
  },
  ChangeNotification: {
    type: 'object',
    description: 'A change notification from the site. Other fields are ignored.',
    properties: {
      subscriptionId: { type: 'string', description: 'Id of the subscription.' },
      clientState: {
        type: 'string',
        description: 'Secret of the subscription; notifications with another secret, or without one, are ignored.',
      },
      changeType: { type: 'string', description: 'Kind of the change: `updated`.' },
      resource: { type: 'string', description: 'Changed resource, relative to the base URL of the site.' },
      lifecycleEvent: {
        type: 'string',
        description: '`reauthorizationRequired`, `subscriptionRemoved` or `missed`; absent for a change of the site.',
      },
    },
    required: ['subscriptionId', 'clientState'],
  },
  TokenErrorResponse: {
    type: 'object',
    description: 'An error of the token endpoint: RFC 6749, section 5.2.',
    properties: {
      error: { type: 'string' },
      error_description: { type: 'string' },
      error_codes: { type: 'array', items: { type: 'integer' } },
      timestamp: { type: 'string', format: 'date-time' },
      trace_id: { type: 'string' },
      correlation_id: { type: 'string' },
    },
    required: ['error', 'error_description'],
  },
};

/** The error responses of a route. An unknown notification is not an error: it gets the same status 202. */
export function documentedErrors(route: Route): DocumentedResponse[] {
  const own = isReceiver(route) ? receiverErrors : isTokenEndpoint(route) ? tokenErrors : mirrorErrors(route);
  const format = isTokenEndpoint(route) ? oauth : graph;
  const common = commonErrors(route, ({ status, message }) => {
    if (status === 413) return graph('invalidRequest', 'The body is too large');
    return format(status === 429 ? 'activityLimitReached' : 'generalException', message);
  });
  return [
    ...own,
    // The token endpoint has one 429 for all its limits.
    ...common.filter(({ status }) => !(status === 429 && isTokenEndpoint(route))),
    {
      status: 503,
      description: 'The database cannot be reached; try again',
      ...format('serviceNotAvailable', 'The database cannot be reached'),
    },
  ];
}

const receiverErrors: readonly DocumentedResponse[] = [
  {
    status: 200,
    description: 'Validation of the URL: the decoded validationToken as plain text. The request body is ignored',
    mediaType: 'text/plain; charset=utf-8',
    schema: { type: 'string' },
    examples: { token: 'Validation: 7f105c7d-2dc5-4530-97cd-4e7ae6534c07 194532' },
  },
  {
    status: 400,
    description:
      'The body is not a JSON object with a list named value, the list contains more than 1000 entries, or the validationToken is empty or too long',
    ...graph('invalidRequest', 'The body must be JSON with a list named value'),
  },
];

const tokenErrors: readonly DocumentedResponse[] = [
  {
    status: 400,
    description: 'A field is missing, or the grant type or scope is not supported',
    ...oauth(
      'invalid_scope',
      'AADSTS70011: The scope must be one scope: the base URL of the API, followed by /.default.',
    ),
  },
  {
    status: 401,
    description: 'Wrong client id or secret',
    ...oauth('invalid_client', 'AADSTS7000215: Invalid client id or client secret.'),
    headers: { 'www-authenticate': 'Basic realm="token"' },
  },
  {
    status: 429,
    description: 'Too many failed attempts, or too many requests per minute, from this address',
    ...oauth('temporarily_unavailable', 'AADSTS90055: Too many failed attempts.'),
    headers: { 'retry-after': '30' },
  },
];

function mirrorErrors({ errors }: Route): DocumentedResponse[] {
  const described: Readonly<Record<string, DocumentedResponse>> = {
    BAD_USER_INPUT: {
      status: 400,
      description: 'Invalid request',
      ...graph('invalidRequest', 'changeType must be updated'),
    },
    NOT_FOUND: {
      status: 404,
      description: 'Not found',
      ...graph('itemNotFound', 'The resource could not be found'),
    },
    GONE: {
      status: 410,
      description: 'The token has expired; the URL in Location starts a new delta query',
      ...graph('resyncRequired', 'The token has expired; start a new delta query'),
      headers: { location: 'http://127.0.0.1:4000/v1.0/sites/{site_id}/drive/root/delta' },
    },
  };
  const [bad, ...others] = ['BAD_USER_INPUT', 'NOT_FOUND', 'GONE'].map((code) =>
    errors.some((declared) => declared === code) ? described[code] : undefined,
  );
  const all: readonly (DocumentedResponse | undefined)[] = [
    bad,
    {
      status: 401,
      description: 'The access token is missing, invalid or expired, or its client was removed',
      ...graph('InvalidAuthenticationToken', 'Access token is empty'),
      headers: { 'www-authenticate': 'Bearer' },
    },
    {
      status: 403,
      description: 'Not permitted for this caller',
      ...graph('accessDenied', 'Subscriptions can be used by their client only'),
    },
    ...others,
  ];
  return all.filter((one) => one !== undefined);
}

function graph(code: string, message: string): ErrorContent {
  return {
    schema: { $ref: '#/components/schemas/DriveErrorResponse' },
    examples: { [code]: { error: { code, message } } },
  };
}

function oauth(error: string, description: string): ErrorContent {
  return {
    schema: { $ref: '#/components/schemas/TokenErrorResponse' },
    examples: { [error]: { error, error_description: description } },
  };
}

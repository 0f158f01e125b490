import type { DomainErrorCode } from '../../platform/domain-error.js';
import { commonErrors, type ErrorContent } from '../common-errors.js';
import type { DocumentedResponse } from '../dialect.js';
import { parametersIn, type Route } from '../route.js';
import { isReceiver, isTokenEndpoint } from './responses.js';

/** Schemas of error bodies and of notifications, by their names in OpenAPI. */
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
    description:
      'A change notification from a document site. Only `subscriptionId`, `clientState` and `lifecycleEvent` are evaluated.',
    properties: {
      subscriptionId: { type: 'string', description: 'Id that the document site assigned to the subscription.' },
      clientState: {
        type: 'string',
        description: 'Secret of the subscription; notifications with another secret, or without one, are ignored.',
      },
      changeType: { type: 'string', description: 'Kind of the change: `updated`.' },
      resource: { type: 'string', description: 'Path of the changed resource, relative to the base URL of the API.' },
      lifecycleEvent: {
        type: 'string',
        description:
          'Lifecycle event of the subscription: `reauthorizationRequired`, `subscriptionRemoved` or `missed`; absent for a change to the site.',
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

/** Maximum size of a request body in bytes. A notification has a few hundred bytes. */
export const maxBodyBytes = 1_048_576;
export const bodyTooLargeMessage = `The body must not exceed ${maxBodyBytes} bytes`;

/**
 * The error responses of a route. A notification of an unknown subscription is not an error: the response has the
 * status 202, as for other notifications.
 */
export function documentedErrors(route: Route): DocumentedResponse[] {
  const routeErrors = isReceiver(route) ? receiverErrors : isTokenEndpoint(route) ? tokenErrors : mirrorErrors(route);
  const format = (code: string, message: string) =>
    isTokenEndpoint(route) ? oauth('temporarily_unavailable', message) : graph(code, message);
  const common = commonErrors(route, {
    maxBodyBytes,
    content({ status, message }) {
      if (status === 413) return graph('invalidRequest', bodyTooLargeMessage);
      return format(status === 429 ? 'activityLimitReached' : 'generalException', message);
    },
  });
  return [
    ...routeErrors,
    // One 429 response of the token endpoint describes all its limits.
    ...common.filter(({ status }) => !(status === 429 && isTokenEndpoint(route))),
    {
      status: 503,
      description: 'The database cannot be reached',
      ...format('serviceNotAvailable', 'The database cannot be reached'),
      headers: { 'retry-after': '5' },
    },
  ];
}

const receiverErrors: readonly DocumentedResponse[] = [
  {
    status: 200,
    description: 'Response to a validation of the URL: the decoded `validationToken` as plain text',
    mediaType: 'text/plain; charset=utf-8',
    schema: { type: 'string' },
    examples: { token: 'Validation: 7f105c7d-2dc5-4530-97cd-4e7ae6534c07 194532' },
  },
  {
    status: 400,
    description:
      'The body is not a JSON object with an array named `value`, the array contains more than 1000 entries, or `validationToken` is empty or longer than 4096 characters',
    ...graph('invalidRequest', 'The body must be a JSON object with an array named value'),
  },
];

const tokenErrors: readonly DocumentedResponse[] = [
  {
    status: 400,
    description: '`client_id`, `grant_type` or `scope` is missing, or the grant type or scope is not supported',
    ...oauth(
      'invalid_scope',
      'AADSTS70011: The scope must be one scope: the base URL of the API, followed by /.default.',
    ),
  },
  {
    status: 401,
    description: 'The client ID or the client secret is wrong, or the secret is missing',
    ...oauth('invalid_client', 'AADSTS7000215: Invalid client id or client secret.'),
    headers: { 'www-authenticate': 'Basic realm="token"' },
  },
  {
    status: 429,
    description: 'The source address has reached its limit of failed attempts, or of requests per minute',
    ...oauth('temporarily_unavailable', 'AADSTS90055: Too many failed attempts.'),
    headers: { 'retry-after': '30' },
  },
];

function mirrorErrors(route: Route): DocumentedResponse[] {
  const declaredCodes = new Set<DomainErrorCode>(route.errors);
  return [
    ...(declaredCodes.has('BAD_USER_INPUT') ? [invalidRequest(route)] : []),
    {
      status: 401,
      description: 'The token is missing, invalid or expired, or its client was removed',
      ...graph('InvalidAuthenticationToken', 'Access token is empty'),
      headers: { 'www-authenticate': 'Bearer' },
    },
    forbidden(route),
    ...(declaredCodes.has('NOT_FOUND') ? [notFound(route)] : []),
    ...(declaredCodes.has('GONE') ? [expiredToken] : []),
  ];
}

function invalidRequest(route: Route): DocumentedResponse {
  const [description, message] = isSubscriptions(route) ? invalidSubscription(route) : invalidQuery(route);
  return { status: 400, description, ...graph('invalidRequest', message) };
}

type Described = readonly [description: string, exampleMessage: string];

function invalidSubscription({ method }: Route): Described {
  if (method === 'POST') {
    return [
      'The body is not a JSON object, a field is missing or invalid, or `notificationUrl` did not return the validation token',
      'changeType must be updated',
    ];
  }
  return [
    'The body is not a JSON object, or `expirationDateTime` is missing, not an ISO 8601 time, not in the future, or more than 42300 minutes ahead',
    'expirationDateTime is not in the future',
  ];
}

function invalidQuery(route: Route): Described {
  const names = new Set(parametersIn(route, 'query').map(({ name }) => name));
  const causes = [
    ...(names.has('top') ? ['`$top` is not an integer of at least 1'] : []),
    ...(names.has('token') ? ['`token` is not from a link of an earlier page'] : []),
    '`$select` is longer than 2000 characters or contains a name that is not a property of driveItem',
    ...(route.parameters.some(({ name }) => name === 'query') ? ['the search is longer than 1000 characters'] : []),
  ];
  const message = names.has('top')
    ? '$top must be an integer of 1 or more'
    : "$select: a driveItem has no property named 'nmae'";
  return [new Intl.ListFormat('en', { type: 'disjunction' }).format(causes), message];
}

function forbidden(route: Route): DocumentedResponse {
  if (!isSubscriptions(route)) {
    const denied = graph(
      'accessDenied',
      'The mirror is available only to its clients and to operators without a tenant restriction',
    );
    const malware = graph('malwareDetected', 'The document site reports malware in the file: Trojan:Win32/Example');
    const isContent = route.path.endsWith('/content');
    return {
      status: 403,
      description: `The caller is neither a client of the mirror nor an operator without a tenant restriction${isContent ? ', or the document site reports malware in the file' : ''}`,
      ...denied,
      ...(isContent && { examples: { ...denied.examples, ...malware.examples } }),
    };
  }
  const limit = route.method === 'POST' ? ', or has 50 subscriptions already' : '';
  return {
    status: 403,
    description: `The caller is not a client of the mirror${limit}`,
    ...graph('accessDenied', 'Subscriptions are available to mirror clients only'),
  };
}

function notFound(route: Route): DocumentedResponse {
  const [description, message] = missingResource(route);
  return { status: 404, description, ...graph('itemNotFound', message) };
}

function missingResource({ path, method }: Route): Described {
  if (path === subscriptionsPath)
    return ['The server does not mirror the site of `resource`', 'The site was not found'];
  if (path.startsWith(subscriptionsPath)) {
    // An expired subscription can also be deleted.
    const expired = method === 'DELETE' ? '' : ', has expired,';
    return [`The subscription does not exist${expired} or belongs to another client`, 'The subscription was not found'];
  }
  if (path.includes('{site_path}')) {
    return ['The server mirrors no site with this hostname and path', 'The resource could not be found'];
  }
  if (/\{item_(id|path)\}/.test(path)) {
    return [
      'The server does not mirror the site, the item does not exist, or the content of the file is not stored',
      'The resource could not be found',
    ];
  }
  return ['The server does not mirror the site', 'The resource could not be found'];
}

const expiredToken: DocumentedResponse = {
  status: 410,
  description:
    'The token is older than 90 days, is from another database, or is from before the site was removed and added again; the URL in `Location` starts a new delta query',
  ...graph('resyncRequired', 'The token has expired; start a new delta query'),
  headers: { location: 'http://127.0.0.1:4000/v1.0/sites/{site_id}/drive/root/delta' },
};

const subscriptionsPath = '/v1.0/subscriptions';

function isSubscriptions({ path }: Route): boolean {
  return path.startsWith(subscriptionsPath);
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

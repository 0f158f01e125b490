import type { DocumentedResponse } from './dialect.js';
import { parametersIn, type Route } from './route.js';

/** The body of a documented error: its schema, and its examples by name. */
export type ErrorContent = Pick<DocumentedResponse, 'schema' | 'examples'>;

/** An error that routes of all services can return. */
export interface CommonError extends Pick<DocumentedResponse, 'status' | 'description' | 'headers'> {
  /** Name of the example. */
  readonly name: string;
  /** Message in the example; some services have another message for the status. */
  readonly message: string;
}

function bodyTooLarge(maxBodyBytes: number): CommonError {
  return {
    status: 413,
    description: `The body is larger than ${maxBodyBytes} bytes`,
    name: 'size',
    message: 'Content Too Large',
  };
}

const tooManyRequests: CommonError = {
  status: 429,
  description: 'The caller has reached its limit of requests per minute',
  name: 'requests',
  message: 'Too many requests: at most 12000 per minute. Try again in 3 s.',
  headers: { 'Retry-After': '3' },
};

/** Description of status 500. Clients get no details of an internal error; only the server's log has them. */
export const internalErrorDescription = 'Internal error; the log of the server contains the details';

const errorsOfAllRoutes: readonly CommonError[] = [
  {
    status: 500,
    description: internalErrorDescription,
    name: 'internal',
    message: 'Internal Server Error',
  },
  {
    status: 504,
    description: 'The request took longer than `[graphql] timeout_seconds` seconds',
    name: 'timeout',
    message: 'The request timed out. Request less data at once, or try again later.',
  },
];

/**
 * The errors of a route that do not depend on its operation, with bodies in the format of its service: 413 if the route
 * has a request body, 429 if its requests are rate-limited, 500 and 504.
 */
export function commonErrors(
  route: Route,
  { maxBodyBytes, content }: { maxBodyBytes: number; content: (error: CommonError) => ErrorContent },
): DocumentedResponse[] {
  const hasBody = parametersIn(route, 'body').length > 0;
  const errors = [
    ...(hasBody ? [bodyTooLarge(maxBodyBytes)] : []),
    ...(route.isLimited ? [tooManyRequests] : []),
    ...errorsOfAllRoutes,
  ];
  return errors.map((error) => {
    const { status, description, headers } = error;
    return { status, description, ...(headers && { headers }), ...content(error) };
  });
}

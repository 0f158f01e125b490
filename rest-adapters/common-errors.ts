import type { DocumentedResponse } from './dialect.js';
import { parametersIn, type Route } from './route.js';

/** The body of a documented error: its schema, and its examples by name. */
export type ErrorContent = Pick<DocumentedResponse, 'schema' | 'examples'>;

/** An error that routes of several services can have. */
export interface CommonError extends Pick<DocumentedResponse, 'status' | 'description' | 'headers'> {
  /** Name of the example. */
  readonly name: string;
  /** Message of most services. */
  readonly message: string;
}

const tooLarge: CommonError = {
  status: 413,
  description: 'The body is too large',
  name: 'size',
  message: 'Content Too Large',
};

const tooManyRequests: CommonError = {
  status: 429,
  description: 'The request limit of the caller per minute is reached',
  name: 'requests',
  message: 'Too many requests: at most 12000 per minute. Try again in 3 s.',
  headers: { 'Retry-After': '3' },
};

const errorsOfAllRoutes: readonly CommonError[] = [
  {
    status: 500,
    description: 'Internal error; the log contains the details under the request id',
    name: 'internal',
    message: 'Internal Server Error',
  },
  {
    status: 504,
    description: 'The request timed out',
    name: 'timeout',
    message: 'The request timed out. Request less data at once, or try again later.',
  },
];

/** The errors of a route that do not depend on its operation, with bodies in the format of its service. */
export function commonErrors(route: Route, content: (error: CommonError) => ErrorContent): DocumentedResponse[] {
  const hasBody = parametersIn(route, 'body').length > 0;
  const errors = [...(hasBody ? [tooLarge] : []), ...(route.isLimited ? [tooManyRequests] : []), ...errorsOfAllRoutes];
  return errors.map((error) => {
    const { status, description, headers } = error;
    return { status, description, ...(headers && { headers }), ...content(error) };
  });
}

import type { DomainErrorCode } from '../../platform/domain-error.js';
import type { Answer } from '../answer.js';
import type { Dialect, Failure } from '../dialect.js';
import { errorAnswer } from './answers.js';
import { documentedErrors, errorSchemas } from './documented-errors.js';
import { compileReader } from './request-reader.js';

/** A batch of notifications has some hundred bytes for each. */
const maximumBodyBytes = 1_048_576;

/** How the receiver speaks: the graph API calls it, so errors have the graph API's form. */
export const driveDialect: Dialect = {
  maximumBodyBytes,
  compile: compileReader,
  failure,
  slashAtEnd: 'the same',
  notFound: errorAnswer(404, { code: 'itemNotFound', message: 'There is nothing at this address' }),
  bodyTooLarge: errorAnswer(413, { code: 'invalidRequest', message: 'The body is too large' }),
  bodyUnreadable: errorAnswer(400, { code: 'invalidRequest', message: 'The body cannot be read' }),
  methodNotAllowed: (allowed) =>
    errorAnswer(405, { code: 'methodNotAllowed', message: 'Method not allowed' }, { allow: allowed.join(', ') }),
  securitySchemes: {},
  // Notifications prove themselves by the secret of their subscription.
  securityOf: () => [],
  documentedErrors,
  schemas: errorSchemas,
};

/** Names of the graph API for what can go wrong. A missing code does not compile. */
const answers: Readonly<Record<DomainErrorCode | 'INTERNAL_SERVER_ERROR', readonly [status: number, code: string]>> = {
  BAD_USER_INPUT: [400, 'invalidRequest'],
  UNAUTHENTICATED: [401, 'InvalidAuthenticationToken'],
  FORBIDDEN: [403, 'accessDenied'],
  NOT_FOUND: [404, 'itemNotFound'],
  CONFLICT: [409, 'conflict'],
  GONE: [410, 'resyncRequired'],
  RATE_LIMITED: [429, 'activityLimitReached'],
  QUOTA_EXCEEDED: [429, 'activityLimitReached'],
  UPSTREAM_FAILED: [502, 'generalException'],
  STORE_UNAVAILABLE: [503, 'serviceNotAvailable'],
  UPSTREAM_TIMEOUT: [504, 'generalException'],
  TIMEOUT: [504, 'generalException'],
  INTERNAL_SERVER_ERROR: [500, 'generalException'],
};

function failure({ code, message, details }: Failure): Answer {
  const [status, name] = answers[code];
  const seconds = details?.retryAfterSeconds;
  const headers = typeof seconds === 'number' ? { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } : undefined;
  return errorAnswer(status, { code: name, message }, headers);
}

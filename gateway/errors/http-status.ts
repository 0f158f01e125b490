import { type DomainErrorCode, domainErrorCodes } from '../../platform/domain-error.js';
import { type ErrorCode, type RequestErrorCode, requestErrorCodes } from './codes.js';

/** Default HTTP statuses of domain errors; REST dialects can override them. A missing code is a compile error. */
const domainErrorStatus: Readonly<Record<DomainErrorCode, number>> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  UPSTREAM_FAILED: 502,
  STORE_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
  TIMEOUT: 504,
};

const requestErrorStatus: Readonly<Record<RequestErrorCode, number>> = {
  BAD_REQUEST: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  INTROSPECTION_DISABLED: 400,
  LIMIT_EXCEEDED: 400,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  OPERATION_RESOLUTION_FAILURE: 400,
  PAYLOAD_TOO_LARGE: 413,
  // Apollo's clients expect status 200, and then send the document.
  PERSISTED_QUERY_NOT_FOUND: 200,
  PERSISTED_QUERY_NOT_SUPPORTED: 200,
  // The document is valid, and no subgraph has failed.
  QUERY_NOT_PLANNABLE: 501,
  QUERY_TOO_EXPENSIVE: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNTRUSTED_DOCUMENT: 400,
};

/**
 * Error codes of requests that are not well-formed GraphQL over HTTP. Their status does not depend on the media type of
 * the response.
 */
const transportCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_REQUEST',
  'FORBIDDEN',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
  'UNSUPPORTED_MEDIA_TYPE',
]);

/** The HTTP status of an error code; 500 for unknown codes. */
export function httpStatusOf(code: unknown): number {
  if (isDomainErrorCode(code)) return domainErrorStatus[code];
  return isRequestErrorCode(code) ? requestErrorStatus[code] : 500;
}

/**
 * The HTTP status of a GraphQL response without data. For `application/json` and event streams, a well-formed request
 * has status 200 (GraphQL over HTTP, section 6.4.1), except for an event stream while the database is unavailable. For
 * `application/graphql-response+json`, the error code determines the status (section 6.4.2).
 */
export function graphqlStatusOf(
  code: unknown,
  mediaType: 'application/json' | 'application/graphql-response+json' | 'text/event-stream',
): number {
  // Clients of event streams retry only after an error status.
  if (mediaType === 'text/event-stream' && code === 'STORE_UNAVAILABLE') return httpStatusOf(code);
  const wellFormed = !transportCodes.has(code as ErrorCode); // A set lookup, so unknown values are allowed.
  return mediaType !== 'application/graphql-response+json' && wellFormed ? 200 : httpStatusOf(code);
}

export function isDomainErrorCode(code: unknown): code is DomainErrorCode {
  return (domainErrorCodes as readonly unknown[]).includes(code);
}

export function isRequestErrorCode(code: unknown): code is RequestErrorCode {
  return (requestErrorCodes as readonly unknown[]).includes(code);
}

import { GraphQLError } from 'graphql';
import type { DomainErrorCode } from '../../platform/domain-error.js';

/**
 * Codes of errors for requests that the gateway rejects before it calls a domain. Codes are part of the public API;
 * messages are not.
 */
export const requestErrorCodes = [
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'INTROSPECTION_DISABLED',
  'LIMIT_EXCEEDED',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'OPERATION_RESOLUTION_FAILURE',
  'PAYLOAD_TOO_LARGE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'QUERY_NOT_PLANNABLE',
  'QUERY_TOO_EXPENSIVE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNTRUSTED_DOCUMENT',
] as const;

export type RequestErrorCode = (typeof requestErrorCodes)[number];

/** Whether an error with this code is temporary, so the same request can succeed later. */
export function isUnavailable(code: unknown): code is 'STORE_UNAVAILABLE' | 'SERVICE_UNAVAILABLE' {
  return code === 'STORE_UNAVAILABLE' || code === 'SERVICE_UNAVAILABLE';
}

/** All error codes that clients can receive. */
export type ErrorCode = DomainErrorCode | RequestErrorCode | 'INTERNAL_SERVER_ERROR';

/** Creates an error of the gateway. Its message is shown to callers. */
export function requestError(
  code: RequestErrorCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...details } });
}

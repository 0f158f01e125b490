import { GraphQLError } from 'graphql';
import type { DomainErrorCode } from '../../platform/domain-error.js';

/** Ways in which the gateway itself refuses a request, before any domain is asked. Codes are contract; messages are not. */
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

/** Every code that a caller can meet. */
export type ErrorCode = DomainErrorCode | RequestErrorCode | 'INTERNAL_SERVER_ERROR';

/** An error of the gateway's own, shown to the caller as it stands. */
export function requestError(
  code: RequestErrorCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...details } });
}

import { JWT_CLAIM_COMPARISON, JWT_TIMESTAMP_CHECK, OperationProcessingError, ResponseBodyError } from 'oauth4webapi';
import { DomainError } from '../../platform/domain-error.js';
import { isTokenError } from '../token-errors.js';

/** Minimum time in milliseconds between a failed request for a provider's metadata and the next request. */
export const retryMs = 5000;

/**
 * Error codes about the person who signs in (RFC 6749, section 5.2; OpenID Connect Core 1.0, section 3.1.2.6). Any
 * other code, such as `invalid_client`, is about this server or the provider.
 */
const rejections: ReadonlySet<string> = new Set([
  'invalid_grant',
  'access_denied',
  'interaction_required',
  'login_required',
  'consent_required',
]);

/**
 * Whether an error means that the provider rejects the refresh of a sign-in, or sent an ID token that is not valid for
 * the sign-in.
 */
export function isRejection(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return rejections.has(error.error);
  if (error instanceof OperationProcessingError) {
    return error.code === JWT_CLAIM_COMPARISON || error.code === JWT_TIMESTAMP_CHECK;
  }
  return isTokenError(error);
}

export function failureOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // Libraries wrap the errors that a request throws.
  if (error instanceof Error && error.cause instanceof DomainError) return error.cause;
  const message = 'The identity provider did not confirm this sign-in';
  return new DomainError('FORBIDDEN', message, { reason: 'sign_in_failed' }, { cause: error });
}

export function unavailable(cause?: unknown): DomainError {
  if (cause instanceof DomainError) return cause;
  const retryAfterSeconds = retryMs / 1000;
  const message = 'The identity provider cannot be reached. Try again later.';
  return new DomainError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds }, { cause });
}

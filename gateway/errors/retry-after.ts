import { isUnavailable } from './codes.js';

/** Seconds after which clients should repeat a request that failed because a service was unavailable. */
const unavailableSeconds = 5;

/**
 * The `Retry-After` header for an error: whole seconds, at least one (RFC 9110, section 10.2.3). Without
 * `retryAfterSeconds`, it is {@link unavailableSeconds} if a service was unavailable, and undefined for other errors.
 */
export function retryAfterOf(extensions: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { retryAfterSeconds: seconds, code } = extensions ?? {};
  if (typeof seconds === 'number') return String(Math.max(1, Math.ceil(seconds)));
  return isUnavailable(code) ? String(unavailableSeconds) : undefined;
}

import { isUnavailable } from './codes.js';

/** Seconds after which clients should repeat a request that failed because a service was unavailable. */
const unavailableSeconds = 5;

/**
 * The `Retry-After` of an error: whole seconds, at least one (RFC 9110, section 10.2.3). Errors without a retry time
 * have one if a service was unavailable; otherwise undefined.
 */
export function retryAfterOf(extensions: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { retryAfterSeconds: seconds, code } = extensions ?? {};
  if (typeof seconds === 'number') return String(Math.max(1, Math.ceil(seconds)));
  return isUnavailable(code) ? String(unavailableSeconds) : undefined;
}

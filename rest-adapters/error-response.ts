import type { Failure, ReadRequest } from './dialect.js';
import type { Headers, RestResponse } from './response.js';

/** A response with a JSON body. */
export function jsonResponse(status: number, body: object, headers?: Headers): RestResponse {
  return { status, body: JSON.stringify(body), ...(headers && { headers }) };
}

/**
 * A response `{"detail": ...}`, the error format of several services: a string, or an object with documented fields.
 */
export function detailResponse(
  status: number,
  detail: string | Readonly<Record<string, unknown>>,
  headers?: Headers,
): RestResponse {
  return jsonResponse(status, { detail }, headers);
}

/**
 * The header `Retry-After` of a failure: whole seconds, at least one (RFC 9110, section 10.2.3). Undefined if the
 * failure has no retry time.
 */
export function retryAfter({ details }: Failure): Headers | undefined {
  const seconds = details?.retryAfterSeconds;
  return typeof seconds === 'number' ? { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } : undefined;
}

/** The result of parsing a request that the dialect answers itself, without executing the operation. */
export function refused(refusal: RestResponse): ReadRequest {
  return { variables: {}, exact: undefined, refusal };
}

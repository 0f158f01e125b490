import { httpStatusOf } from '../../gateway/index.js';
import type { Dialect, FailedRequest, Failure } from '../dialect.js';
import { detailResponse } from '../error-response.js';
import type { RestResponse } from '../response.js';
import { documentedErrors, errorSchemas, maxBodyBytes } from './documented-errors.js';
import { compileReader } from './request-reader.js';
import { badRequest } from './responses.js';

/**
 * The dialect of the zone feed: the `detail` of an error is a string, or an object if the specification (section 7)
 * defines its fields.
 */
export const zonesDialect: Dialect = {
  maxBodyBytes,
  compile: compileReader,
  failure,
  // No redirects, because clients drop the Authorization header when they follow one.
  trailingSlash: 'accept',
  notFound: detailResponse(404, 'Not Found'),
  // Operators may read the feed, but have no account.
  emptyResponse: detailResponse(403, 'This operation requires an API key of an account'),
  bodyTooLarge: detailResponse(413, `The body must not exceed ${maxBodyBytes} bytes`),
  bodyUnreadable: badRequest(
    'The body is incomplete, or its length does not match Content-Length: send the complete body',
  ),
  methodNotAllowed: (allowed) => detailResponse(405, 'Method Not Allowed', { allow: allowed.join(', ') }),
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of an account with an active subscription.' },
  },
  securityOf: (route) => [route.ignoresCredentials ? undefined : 'apiKey'],
  documentedErrors,
  schemas: errorSchemas,
};

type Respond = (failure: Failure, request: FailedRequest | undefined) => RestResponse;

/** Responses to errors that need more than a status and `detail`, by error code. */
const responses: Readonly<Partial<Record<Failure['code'], Respond>>> = {
  UNAUTHENTICATED: unauthenticatedResponse,
  RATE_LIMITED: limitResponse,
  QUOTA_EXCEEDED: limitResponse,
  STORE_UNAVAILABLE: () => detailResponse(503, 'The zone feed is not available at the moment'),
  SERVICE_UNAVAILABLE: () => detailResponse(503, 'The zone feed is not available at the moment'),
  INTERNAL_SERVER_ERROR: () => detailResponse(500, 'Internal Server Error'),
};

function failure(error: Failure, request?: FailedRequest): RestResponse {
  const response = responses[error.code]?.(error, request);
  return response ?? detailResponse(httpStatusOf(error.code), detailOf(error));
}

/**
 * The 401 response. All invalid keys get the same message, which does not reveal whether a key is unknown, revoked, or
 * of a suspended account. Endpoints without a key use the domain's message, such as for a wrong name or password.
 */
function unauthenticatedResponse({ message }: Failure, request: FailedRequest | undefined): RestResponse {
  const detail = request?.route.ignoresCredentials ? message : 'Invalid, missing or expired API key';
  return detailResponse(401, detail, { 'www-authenticate': 'Bearer' });
}

/** Reasons of lookup errors whose responses contain an object with the reason as `code` (specification, section 7). */
const rdapCodes: ReadonlySet<unknown> = new Set([
  'invalid_domain',
  'unsupported_tld',
  'rdap_not_available',
  'domain_not_found',
  'rdap_rate_limited',
  'rdap_quota_exceeded',
  'rdap_upstream_error',
  'rdap_upstream_timeout',
]);

function detailOf({ message, details = {} }: Failure): string | Readonly<Record<string, unknown>> {
  const { reason } = details;
  if (rdapCodes.has(reason)) return { error: reason, code: reason, message };
  if (reason === 'subscription_expired') return { error: reason, message, renew_url: details.renewUrl };
  return message;
}

/**
 * The tier in responses to limits that apply to all callers. Such limits have no tier, but clients require one of the
 * three tiers (docs/decisions/0048).
 */
const fallbackTier = 'trial';

/**
 * The 429 response, with the documented fields (specification, section 7). Responses to lookups also have the code of
 * the error.
 */
function limitResponse(error: Failure): RestResponse {
  const { reason, tier = fallbackTier, limit, used, resetsAt } = error.details ?? {};
  const codes = rdapCodes.has(reason) ? { error: reason, code: reason } : {};
  const detail = { ...codes, message: error.message, tier, limit, used, resets_at: resetsAt };
  return detailResponse(429, detail);
}

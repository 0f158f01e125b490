import { httpStatusOf } from '../../gateway/index.js';
import type { Dialect, FailedRequest, Failure } from '../dialect.js';
import type { Answer, Headers } from '../response.js';
import { documentedErrors, errorSchemas } from './documented-errors.js';
import { compileReader } from './request-reader.js';
import { badRequest, detailResponse } from './responses.js';

/** Bodies of this service have four short fields. */
const maximumBodyBytes = 65_536;

/** How the zone feed speaks: `detail` is a text, or an object where the specification (section 7) names its fields. */
export const zonesDialect: Dialect = {
  maximumBodyBytes,
  compile: compileReader,
  failure,
  // Clients drop the Authorization header when they follow a redirect.
  slashAtEnd: 'the same',
  notFound: detailResponse(404, 'Not Found'),
  // Operators may read the feed, but what belongs to an account they do not have.
  nothingToAnswer: detailResponse(403, 'This operation requires an API key of an account'),
  bodyTooLarge: detailResponse(413, `The body must not exceed ${maximumBodyBytes} bytes`),
  bodyUnreadable: badRequest('The body is incomplete or does not match its headers'),
  methodNotAllowed: (allowed) => detailResponse(405, 'Method Not Allowed', { allow: allowed.join(', ') }),
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of an account with an active subscription.' },
  },
  securityOf: (route) => [route.ignoresCredentials ? undefined : 'apiKey'],
  documentedErrors,
  schemas: errorSchemas,
};

type Respond = (failure: Failure, request: FailedRequest | undefined) => Answer;

/** Answers to errors that are more than their status and detail. */
const answers: Readonly<Partial<Record<Failure['code'], Respond>>> = {
  UNAUTHENTICATED: unauthenticated,
  RATE_LIMITED: limitExceeded,
  QUOTA_EXCEEDED: limitExceeded,
  STORE_UNAVAILABLE: () => detailResponse(503, 'The zone feed is not available at the moment'),
  SERVICE_UNAVAILABLE: () => detailResponse(503, 'The zone feed is not available at the moment'),
  INTERNAL_SERVER_ERROR: () => detailResponse(500, 'Internal Server Error'),
};

function failure(failed: Failure, request?: FailedRequest): Answer {
  const answer = answers[failed.code]?.(failed, request);
  return answer ?? detailResponse(httpStatusOf(failed.code), detailOf(failed), retryAfter(failed));
}

/**
 * One text for every key that is not good, so that nobody learns whether it is unknown, revoked or of a suspended account.
 * Where no key is asked for, the domain says what was wrong: a name and password that do not go together.
 */
function unauthenticated({ message }: Failure, request: FailedRequest | undefined): Answer {
  const detail = request?.route.ignoresCredentials ? message : 'Invalid, missing or expired API key';
  return detailResponse(401, detail, { 'www-authenticate': 'Bearer' });
}

/** Codes of the lookup, which have an object of their own (specification, section 7; design, "RDAP errors"). */
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

/** A limit that holds for every caller has no tier; clients parse the field as one of the three: docs/decisions, 0030. */
const tierOfEveryone = 'trial';

/** Every 429 has the fields of the documented one, those of lookups with their code: specification, section 7. */
function limitExceeded(failed: Failure): Answer {
  const { reason, tier = tierOfEveryone, limit, used, resetsAt } = failed.details ?? {};
  const codes = rdapCodes.has(reason) ? { error: reason, code: reason } : {};
  const detail = { ...codes, message: failed.message, tier, limit, used, resets_at: resetsAt };
  return detailResponse(429, detail, retryAfter(failed));
}

function retryAfter({ details }: Failure): Headers | undefined {
  const seconds = details?.retryAfterSeconds;
  return typeof seconds === 'number' ? { 'retry-after': String(Math.ceil(seconds)) } : undefined;
}

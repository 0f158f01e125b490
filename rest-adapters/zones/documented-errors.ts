import type { DomainErrorCode } from '../../platform/domain-error.js';
import { commonErrors } from '../common-errors.js';
import type { DocumentedResponse } from '../dialect.js';
import type { Route } from '../route.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const text: JsonSchema = { $ref: '#/components/schemas/ZoneFeedError' };
const subscriptionExpired: JsonSchema = { $ref: '#/components/schemas/SubscriptionExpiredError' };
const quotaExceeded: JsonSchema = { $ref: '#/components/schemas/QuotaExceededError' };
const rdapError: JsonSchema = { $ref: '#/components/schemas/RdapError' };
const rdapLimitError: JsonSchema = { $ref: '#/components/schemas/RdapLimitError' };

const limitFields: JsonSchema = {
  message: { type: 'string' },
  tier: {
    type: 'string',
    enum: ['trial', 'basic', 'enterprise'],
    description: 'Tier of the account; `trial` for a limit that applies to all callers regardless of their tier.',
  },
  limit: { type: 'integer', description: 'Maximum number of requests until `resets_at`.' },
  used: { type: 'integer', description: 'Number of requests that were counted in the period.' },
  resets_at: { type: 'string', format: 'date-time', description: 'Time from which requests are accepted again.' },
};

const rdapCodeFields: JsonSchema = {
  error: { type: 'string', description: 'The same as `code`.' },
  code: { type: 'string', description: 'Stable error code.' },
};

/** Schemas of error bodies by their names in OpenAPI: specification, section 7. */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  ZoneFeedError: withDetail('An error with a message.', { type: 'string' }),
  SubscriptionExpiredError: withDetail(
    'The subscription of the account has expired.',
    fields({
      error: { const: 'subscription_expired' },
      message: { type: 'string' },
      renew_url: { type: 'string', description: 'URL to renew the subscription.' },
    }),
  ),
  QuotaExceededError: withDetail('A limit is reached: the query quota, or a rate limit.', fields(limitFields)),
  RdapError: withDetail('The reason why a lookup failed.', fields({ ...rdapCodeFields, message: { type: 'string' } })),
  RdapLimitError: withDetail('A limit on lookups is reached.', fields({ ...rdapCodeFields, ...limitFields })),
};

/** The error responses of a route: by its parameters, by the codes it declares, and those of all routes. */
export function documentedErrors(route: Route): DocumentedResponse[] {
  const codes = new Set<DomainErrorCode>([...commonCodes(route), ...route.errors]);
  const responses = [...codes].flatMap((code) => responseOf(route, code) ?? []);
  const common = commonErrors(route, ({ status, name, message }) =>
    status === 429
      ? { schema: quotaExceeded, examples: { [name]: { detail: limitExample({ message, limit: 12_000 }) } } }
      : { schema: text, examples: { [name]: { detail: status === 413 ? tooLarge : message } } },
  );
  return [...responses, ...common].sort((left, right) => left.status - right.status);
}

function commonCodes(route: Route): DomainErrorCode[] {
  return route.ignoresCredentials ? ['STORE_UNAVAILABLE'] : ['UNAUTHENTICATED', 'FORBIDDEN', 'STORE_UNAVAILABLE'];
}

function responseOf(route: Route, code: DomainErrorCode): DocumentedResponse | undefined {
  const isLookUp = route.operationName === 'LookUpDomain';
  return (
    (isLookUp ? lookupResponses[code] : undefined) ?? (route.ignoresCredentials ? accountResponses : keyResponses)[code]
  );
}

type Responses = Partial<Readonly<Record<DomainErrorCode, DocumentedResponse>>>;

const tooLarge = 'The body must not exceed 65536 bytes';

const commonResponses: Responses = {
  BAD_USER_INPUT: textResponse(400, 'The request is invalid', 'limit must be an integer from 1 to 10000'),
  CONFLICT: textResponse(409, 'The name is in use', 'The name is taken'),
  GONE: textResponse(410, 'The point-in-time session has expired', 'The pit has expired: start again from page 1'),
  STORE_UNAVAILABLE: textResponse(503, 'The service is not available', 'The zone feed is not available at the moment'),
};

/** Responses of endpoints without authentication. */
const accountResponses: Responses = {
  ...commonResponses,
  UNAUTHENTICATED: {
    ...textResponse(401, 'The username or the password is wrong', 'Invalid username or password'),
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  FORBIDDEN: textResponse(403, 'The account is not approved', 'The account is not approved'),
  RATE_LIMITED: {
    status: 429,
    description: 'Too many requests from this address or for this username',
    schema: quotaExceeded,
    examples: { rate: { detail: limitExample({ message: 'Too many requests, try again later', limit: 30 }) } },
    headers: { 'Retry-After': '60' },
  },
};

/** Responses of endpoints that require a key. */
const keyResponses: Responses = {
  ...commonResponses,
  UNAUTHENTICATED: {
    ...textResponse(401, 'The API key is missing, invalid or expired', 'Invalid, missing or expired API key'),
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  FORBIDDEN: {
    status: 403,
    description: 'The subscription has expired, or its tier does not permit this request',
    schema: { anyOf: [subscriptionExpired, text] },
    examples: {
      expired: {
        detail: {
          error: 'subscription_expired',
          message: 'The subscription has expired',
          renew_url: 'https://feed.example/renew',
        },
      },
    },
  },
  NOT_FOUND: textResponse(404, 'The resource does not exist, or no domain matches', 'No domains found'),
  QUOTA_EXCEEDED: {
    status: 429,
    description: 'The query quota of the period is used up',
    schema: quotaExceeded,
    examples: { quota: { detail: limitExample({ message: 'The query quota of this period is used up', limit: 100 }) } },
    headers: { 'Retry-After': '86400' },
  },
};

/** Responses of the live lookup. */
const lookupResponses: Responses = {
  BAD_USER_INPUT: rdapResponse(400, 'The domain is invalid or not supported', ['invalid_domain', 'unsupported_tld']),
  FORBIDDEN: {
    ...rdapResponse(403, 'The tier does not include lookups, or the subscription has expired', ['rdap_not_available']),
    schema: { anyOf: [rdapError, subscriptionExpired, text] },
  },
  NOT_FOUND: rdapResponse(404, 'The registry has no such domain', ['domain_not_found']),
  RATE_LIMITED: {
    status: 429,
    description: 'The limit on lookups per minute or per day is reached',
    schema: rdapLimitError,
    examples: {
      rdap_rate_limited: rdapLimitExample('rdap_rate_limited', 10),
      rdap_quota_exceeded: rdapLimitExample('rdap_quota_exceeded', 100),
    },
    headers: { 'Retry-After': '30' },
  },
  UPSTREAM_FAILED: rdapResponse(502, 'The registry failed; the lookup is not counted', ['rdap_upstream_error']),
  UPSTREAM_TIMEOUT: rdapResponse(504, 'The registry did not respond in time; the lookup is not counted', [
    'rdap_upstream_timeout',
  ]),
};

function withDetail(description: string, detail: JsonSchema): JsonSchema {
  return { type: 'object', description, properties: { detail }, required: ['detail'] };
}

/** An object schema whose fields are all required. */
function fields(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function textResponse(status: number, description: string, detail: string): DocumentedResponse {
  return { status, description, schema: text, examples: { [String(status)]: { detail } } };
}

function rdapResponse(status: number, description: string, codes: readonly string[]): DocumentedResponse {
  const examples = codes.map((code) => [code, { detail: { error: code, code, message: description } }]);
  return { status, description, schema: rdapError, examples: Object.fromEntries(examples) };
}

function limitExample({ message, limit, tier = 'trial' }: { message: string; limit: number; tier?: string }) {
  return { message, tier, limit, used: limit, resets_at: '2026-03-08T12:00:00.000Z' };
}

function rdapLimitExample(code: string, limit: number) {
  const period = code === 'rdap_rate_limited' ? 'minute' : 'day (UTC)';
  const message = `The RDAP lookups of this ${period} are used up (maximum: ${limit})`;
  return { detail: { error: code, code, ...limitExample({ message, limit, tier: 'basic' }) } };
}

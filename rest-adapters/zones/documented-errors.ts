import type { DomainErrorCode } from '../../platform/domain-error.js';
import type { DocumentedResponse } from '../dialect.js';
import { parametersIn, type Route } from '../route.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const text: JsonSchema = { $ref: '#/components/schemas/ZoneFeedError' };
const subscriptionExpired: JsonSchema = { $ref: '#/components/schemas/SubscriptionExpiredError' };
const quotaExceeded: JsonSchema = { $ref: '#/components/schemas/QuotaExceededError' };
const rdapError: JsonSchema = { $ref: '#/components/schemas/RdapError' };
const rdapLimitError: JsonSchema = { $ref: '#/components/schemas/RdapLimitError' };

const limitFacts: JsonSchema = {
  message: { type: 'string' },
  tier: {
    type: 'string',
    enum: ['trial', 'basic', 'enterprise'],
    description: 'Tier of the account; `trial` for limits of all callers.',
  },
  limit: { type: 'integer', description: 'Maximum number of requests until `resets_at`.' },
  used: { type: 'integer', description: 'Number of counted requests.' },
  resets_at: { type: 'string', format: 'date-time', description: 'Time from which requests are accepted again.' },
};

const rdapCode: JsonSchema = {
  error: { type: 'string', description: 'The same as `code`.' },
  code: { type: 'string', description: 'Stable error code.' },
};

/** The bodies of errors, by their names in OpenAPI: specification, section 7. */
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
  QuotaExceededError: withDetail('A limit is reached: the query quota, or a rate limit.', fields(limitFacts)),
  RdapError: withDetail('The reason why a lookup failed.', fields({ ...rdapCode, message: { type: 'string' } })),
  RdapLimitError: withDetail('A limit on lookups is reached.', fields({ ...rdapCode, ...limitFacts })),
};

/** The error answers of a route: by its parameters, by the codes it declares, and those that every route has. */
export function documentedErrors(route: Route): DocumentedResponse[] {
  const codes = new Set<DomainErrorCode>([...general(route), ...route.errors]);
  const answers = [...codes].flatMap((code) => answerOf(route, code) ?? []);
  if (parametersIn(route, 'body').length > 0) answers.push(tooLarge);
  answers.push(internal);
  return answers.sort((left, right) => left.status - right.status);
}

function general(route: Route): DomainErrorCode[] {
  const always: DomainErrorCode[] = ['STORE_UNAVAILABLE', 'TIMEOUT'];
  if (route.isLimited) always.push('RATE_LIMITED');
  return route.ignoresCredentials ? always : ['UNAUTHENTICATED', 'FORBIDDEN', ...always];
}

function answerOf(route: Route, code: DomainErrorCode): DocumentedResponse | undefined {
  const isLookUp = route.operationName === 'LookUpDomain';
  return (isLookUp ? lookUpAnswers[code] : undefined) ?? (route.ignoresCredentials ? accountAnswers : keyAnswers)[code];
}

type Answers = Partial<Readonly<Record<DomainErrorCode, DocumentedResponse>>>;

const tooLarge = textAnswer(413, 'The body is too large', 'The body must not exceed 65536 bytes');
const internal = textAnswer(500, 'Internal error', 'Internal Server Error');

const everywhere: Answers = {
  BAD_USER_INPUT: textAnswer(400, 'The request is invalid', 'limit must be an integer from 1 to 10000'),
  CONFLICT: textAnswer(409, 'The name is in use', 'The name is taken'),
  GONE: textAnswer(410, 'The point-in-time session has expired', 'The pit has expired: start again from page 1'),
  STORE_UNAVAILABLE: textAnswer(503, 'The service is not available', 'The zone feed is not available at the moment'),
  TIMEOUT: textAnswer(
    504,
    'The request timed out',
    'The request timed out. Request less data at once, or try again later.',
  ),
};

/** Of endpoints that anybody may call. */
const accountAnswers: Answers = {
  ...everywhere,
  UNAUTHENTICATED: {
    ...textAnswer(401, 'The username or the password is wrong', 'Invalid username or password'),
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  FORBIDDEN: textAnswer(403, 'The account is not approved', 'The account is not approved'),
  RATE_LIMITED: {
    status: 429,
    description: 'Too many requests from this address or for this username',
    schema: quotaExceeded,
    examples: { rate: { detail: limitExample({ message: 'Too many requests, try again later', limit: 30 }) } },
    headers: { 'Retry-After': '60' },
  },
};

/** Of endpoints that ask for a key. */
const keyAnswers: Answers = {
  ...everywhere,
  UNAUTHENTICATED: {
    ...textAnswer(401, 'The API key is missing, invalid or expired', 'Invalid, missing or expired API key'),
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  FORBIDDEN: {
    status: 403,
    description: 'The subscription has expired, or does not include this request',
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
  NOT_FOUND: textAnswer(404, 'Not found', 'No domains found'),
  QUOTA_EXCEEDED: {
    status: 429,
    description: 'The query quota of the period is used up',
    schema: quotaExceeded,
    examples: { quota: { detail: limitExample({ message: 'The query quota of this period is used up', limit: 100 }) } },
    headers: { 'Retry-After': '86400' },
  },
  RATE_LIMITED: {
    status: 429,
    description: 'The request limit of the caller per minute is reached',
    schema: quotaExceeded,
    examples: {
      requests: {
        detail: limitExample({
          message: 'Too many requests: at most 12000 per minute. Try again in 3 s.',
          limit: 12_000,
        }),
      },
    },
    headers: { 'Retry-After': '3' },
  },
};

/** Of the live lookup. */
const lookUpAnswers: Answers = {
  BAD_USER_INPUT: rdapResponse(400, 'The domain is invalid or not supported', ['invalid_domain', 'unsupported_tld']),
  FORBIDDEN: {
    ...rdapResponse(403, 'The tier does not include lookups, or the subscription has expired', ['rdap_not_available']),
    schema: { anyOf: [rdapError, subscriptionExpired, text] },
  },
  NOT_FOUND: rdapResponse(404, 'The registry has no such domain', ['domain_not_found']),
  RATE_LIMITED: {
    status: 429,
    description: 'The limit on lookups per minute or per day, or on requests per minute, is reached',
    schema: { anyOf: [rdapLimitError, quotaExceeded] },
    examples: {
      rdap_rate_limited: rdapLimitExample('rdap_rate_limited', 10),
      rdap_quota_exceeded: rdapLimitExample('rdap_quota_exceeded', 100),
    },
    headers: { 'Retry-After': '30' },
  },
  UPSTREAM_FAILED: rdapResponse(502, 'The registry failed; the lookup is not counted', ['rdap_upstream_error']),
  TIMEOUT: {
    ...rdapResponse(504, 'The registry did not respond in time; the lookup is not counted', ['rdap_upstream_timeout']),
    schema: { anyOf: [rdapError, text] },
  },
};

function withDetail(description: string, detail: JsonSchema): JsonSchema {
  return { type: 'object', description, properties: { detail }, required: ['detail'] };
}

/** All fields are required. */
function fields(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function textAnswer(status: number, description: string, detail: string): DocumentedResponse {
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
  const message = 'The RDAP lookups of this period are used up';
  return { detail: { error: code, code, ...limitExample({ message, limit, tier: 'basic' }) } };
}

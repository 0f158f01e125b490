import type { DomainErrorCode } from '../../platform/domain-error.js';
import { commonErrors } from '../common-errors.js';
import type { DocumentedResponse } from '../dialect.js';
import { parametersIn, type Route } from '../route.js';

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
  limit: { type: 'integer', description: 'Maximum number of requests in the period that ends at `resets_at`.' },
  used: { type: 'integer', description: 'Number of requests that were counted in the period.' },
  resets_at: { type: 'string', format: 'date-time', description: 'Time from which requests are accepted again.' },
};

const rdapCodeFields: JsonSchema = {
  error: { type: 'string', description: 'Same value as `code`.' },
  code: { type: 'string', description: 'Stable error code.' },
};

/** Schemas of error bodies, by their names in OpenAPI (specification, section 7). */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  ZoneFeedError: withDetail('An error; `detail` is its message.', { type: 'string' }),
  SubscriptionExpiredError: withDetail(
    'The subscription of the account has expired.',
    fields({
      error: { const: 'subscription_expired' },
      message: { type: 'string' },
      renew_url: {
        type: 'string',
        description: 'URL at which the user can renew the subscription; empty if `[zones] renew_url` is not set.',
      },
    }),
  ),
  QuotaExceededError: withDetail('The query quota is used up, or a rate limit is reached.', fields(limitFields)),
  RdapError: withDetail(
    'The RDAP lookup is not permitted or failed; `code` identifies the cause.',
    fields({ ...rdapCodeFields, message: { type: 'string' } }),
  ),
  RdapLimitError: withDetail(
    'The limit on RDAP lookups per minute or per day is reached.',
    fields({ ...rdapCodeFields, ...limitFields }),
  ),
};

/** Maximum size of a request body in bytes. Bodies contain at most four short fields. */
export const maxBodyBytes = 65_536;

/**
 * The error responses of a route: those that follow from its parameters, those of the error codes that it declares, and
 * those of all routes.
 */
export function documentedErrors(route: Route): DocumentedResponse[] {
  const codes = new Set<DomainErrorCode>([...commonCodes(route), ...route.errors]);
  const responses = [...codes].flatMap((code) => responseOf(route, code) ?? []);
  const common = commonErrors(route, {
    maxBodyBytes,
    content: ({ status, name, message }) =>
      status === 429
        ? { schema: quotaExceeded, examples: { [name]: { detail: limitExample({ message, limit: 12_000 }) } } }
        : { schema: text, examples: { [name]: { detail: status === 413 ? bodyTooLargeMessage : message } } },
  });
  return [...responses, ...common].sort((left, right) => left.status - right.status);
}

function commonCodes(route: Route): DomainErrorCode[] {
  return route.ignoresCredentials ? ['STORE_UNAVAILABLE'] : ['UNAUTHENTICATED', 'FORBIDDEN', 'STORE_UNAVAILABLE'];
}

function responseOf(route: Route, code: DomainErrorCode): DocumentedResponse | undefined {
  const { operationName, ignoresCredentials } = route;
  const sharedResponses = ignoresCredentials ? accountResponses(route) : keyResponses(route);
  return ownResponses[operationName]?.[code] ?? sharedResponses[code];
}

type Responses = Partial<Readonly<Record<DomainErrorCode, DocumentedResponse>>>;

const bodyTooLargeMessage = `The body must not exceed ${maxBodyBytes} bytes`;

const commonResponses: Responses = {
  STORE_UNAVAILABLE: {
    ...textResponse(503, 'The database cannot be reached', 'The zone feed is not available at the moment'),
    headers: { 'Retry-After': '5' },
  },
};

/** Responses of endpoints that identify the caller by the arguments, without authentication. */
function accountResponses(route: Route): Responses {
  const fields = parametersIn(route, 'body').map(({ name }) => name);
  const [first = ''] = fields;
  const token = fields.includes('token') ? ', or the token is unknown, used or expired' : '';
  const hashes = fields.some((name) => name.endsWith('password'));
  return {
    ...commonResponses,
    BAD_USER_INPUT: textResponse(
      400,
      `The body is not a JSON object, or a field is missing or invalid${token}`,
      `${first} is required`,
    ),
    UNAUTHENTICATED: {
      ...textResponse(401, 'The username or the password is wrong', 'The username or the password is wrong'),
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
    FORBIDDEN: textResponse(403, 'The account is pending, rejected or suspended', 'The account is not approved'),
    RATE_LIMITED: {
      status: 429,
      description: [
        `The source address${route.errors.includes('UNAUTHENTICATED') ? ' or the username' : ''} has reached the limit of this operation`,
        ...(hashes ? ['or the server is verifying too many passwords'] : []),
      ].join(', '),
      schema: quotaExceeded,
      examples: { rate: { detail: limitExample({ message: 'Too many requests, try again later', limit: 30 }) } },
      headers: { 'Retry-After': '60' },
    },
  };
}

const expiredExample = {
  expired: {
    detail: {
      error: 'subscription_expired',
      message: 'The subscription has expired',
      renew_url: 'https://feed.example/renew',
    },
  },
};

/** Responses of endpoints that require a key. Operators may read the feed too, but have no account. */
function keyResponses({ path }: Route): Responses {
  const other = path.startsWith('/auth/')
    ? 'the credentials are not an API key'
    : 'the caller is neither an account nor an operator';
  return {
    ...commonResponses,
    UNAUTHENTICATED: {
      ...textResponse(
        401,
        'The API key is missing, unknown, expired or revoked, or its account is not approved',
        'Invalid, missing or expired API key',
      ),
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
    FORBIDDEN: {
      status: 403,
      description: `The subscription has expired, or ${other}`,
      schema: { anyOf: [subscriptionExpired, text] },
      examples: expiredExample,
    },
  };
}

/** Additional responses of individual operations, by the name of the operation. */
const ownResponses: Readonly<Record<string, Responses>> = {
  RegisterAccount: {
    CONFLICT: textResponse(
      409,
      'The username or the email address is in use',
      'An account with this username or email address already exists',
    ),
  },
  GenerateApiKey: {
    CONFLICT: textResponse(
      409,
      'An active key of the account has this name, or the account has 100 active keys',
      'An active API key is already named laptop: choose another name',
    ),
  },
  DeleteApiKey: {
    NOT_FOUND: textResponse(404, 'The account has no active key with this name', 'API key laptop not found'),
  },
  DownloadZone: {
    BAD_USER_INPUT: textResponse(
      400,
      'A parameter is invalid, or differs from that of the first page',
      'limit must be an integer from 1 to 10000',
    ),
    FORBIDDEN: {
      status: 403,
      description:
        'The subscription has expired, its tier does not include this request (a wildcard, no search term, no `start`, or a window that starts before the history of the tier), or the caller is neither an account nor an operator',
      schema: { anyOf: [subscriptionExpired, text] },
      examples: {
        ...expiredExample,
        tier: { detail: 'Wildcard search is not available on the trial tier' },
      },
    },
    NOT_FOUND: textResponse(404, 'The zone does not exist, or the first page has no results', 'No domains found'),
    GONE: textResponse(
      410,
      'The search session (`pit`) is unknown, has expired, or belongs to another caller',
      'The pit has expired; restart from page 1',
    ),
    QUOTA_EXCEEDED: {
      status: 429,
      description: 'The query quota of the period is used up',
      schema: quotaExceeded,
      examples: {
        quota: { detail: limitExample({ message: 'The query quota of this period is used up', limit: 100 }) },
      },
      headers: { 'Retry-After': '86400' },
    },
  },
  LookUpDomain: {
    BAD_USER_INPUT: rdapResponse(
      400,
      'The domain does not have the form `label.tld` in Punycode, or no RDAP server is known for its top-level domain',
      {
        invalid_domain: 'The domain must be a single label.tld in Punycode, such as example.com',
        unsupported_tld: 'No RDAP server is known for the top-level domain example',
      },
    ),
    FORBIDDEN: {
      ...rdapResponse(
        403,
        'The tier does not include lookups, the subscription has expired, or the caller is neither an account nor an operator',
        {
          rdap_not_available: 'RDAP lookups are not available on the trial tier',
        },
      ),
      schema: { anyOf: [rdapError, subscriptionExpired, text] },
    },
    NOT_FOUND: rdapResponse(404, 'The registry has no RDAP record for the domain', {
      domain_not_found: 'The registry has no RDAP record for example.com',
    }),
    RATE_LIMITED: {
      status: 429,
      description: 'The limit on lookups per minute or per day is reached',
      schema: rdapLimitError,
      examples: {
        rdap_rate_limited: rdapLimitExample('rdap_rate_limited', { period: 'minute', limit: 10 }),
        rdap_quota_exceeded: rdapLimitExample('rdap_quota_exceeded', { period: 'day (UTC)', limit: 100 }),
      },
      headers: { 'Retry-After': '30' },
    },
    UPSTREAM_FAILED: rdapResponse(
      502,
      'The server of the registry cannot be reached, or its response is not valid; the lookup is not counted',
      { rdap_upstream_error: 'The registry responded with status 500' },
    ),
    UPSTREAM_TIMEOUT: rdapResponse(504, 'The registry did not respond in time, so the lookup is not counted', {
      rdap_upstream_timeout: 'The server did not respond in time',
    }),
  },
};

function withDetail(description: string, detail: JsonSchema): JsonSchema {
  return { type: 'object', description, properties: { detail }, required: ['detail'] };
}

/** An object schema in which all fields are required. */
function fields(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function textResponse(status: number, description: string, detail: string): DocumentedResponse {
  return { status, description, schema: text, examples: { [String(status)]: { detail } } };
}

/** @param messages an example of the message for each code */
function rdapResponse(
  status: number,
  description: string,
  messages: Readonly<Record<string, string>>,
): DocumentedResponse {
  const examples = Object.entries(messages).map(([code, message]) => [
    code,
    { detail: { error: code, code, message } },
  ]);
  return { status, description, schema: rdapError, examples: Object.fromEntries(examples) };
}

function limitExample({ message, limit, tier = 'trial' }: { message: string; limit: number; tier?: string }) {
  return { message, tier, limit, used: limit, resets_at: '2026-03-08T12:00:00.000Z' };
}

function rdapLimitExample(code: string, { period, limit }: { period: 'minute' | 'day (UTC)'; limit: number }) {
  const message = `The RDAP lookups of this ${period} are used up (maximum: ${limit})`;
  return { detail: { error: code, code, ...limitExample({ message, limit, tier: 'basic' }) } };
}

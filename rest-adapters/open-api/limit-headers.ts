import type { JsonSchema } from './json-schema.js';

/** What holds for every path but those of health, controllers and notifications. */
export const limitNote =
  'Requests of one token, account or client, or of one address without credentials, are limited: `[server] max_requests_per_minute`, 12000 unless set. Answers have the headers `RateLimit-Policy` and `RateLimit`; beyond the limit they are 429 with `Retry-After`, in the form of errors of the service. Health, check-ins of controllers, notifications of the document site, and requests of the server’s own machine are not limited.';

const text: JsonSchema = { type: 'string' };

/** The headers of draft-ietf-httpapi-ratelimit-headers-10, as structured fields (RFC 9651). */
export const limitHeaders: Readonly<Record<string, JsonSchema>> = {
  'RateLimit-Policy': {
    description: '`q`: maximum number of requests; `w`: window in seconds.',
    schema: text,
    example: '"requests";q=12000;w=60',
  },
  RateLimit: {
    description: '`r`: requests that are left; `t`: seconds until all of them are available again.',
    schema: text,
    example: '"requests";r=11999;t=1',
  },
  'Retry-After': {
    description: 'Of answers with status 429: seconds until the next request is accepted.',
    schema: { type: 'integer' },
    example: 3,
  },
};

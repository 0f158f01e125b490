import type { OpenApiObject } from '../streams/describe-export.js';

/** The paragraph about rate limits in the OpenAPI description. */
export const limitNote =
  'The number of requests per minute is limited for each token, account or client and, without credentials, for each source address: `[server] max_requests_per_minute`, default 12000. Responses contain the headers `RateLimit-Policy` and `RateLimit`. Beyond the limit, the response is 429 with `Retry-After`, in the error format of the service. An event stream counts as one request. Health checks, metrics, schemas, requests of controllers, notifications of document sites, and requests from the same machine are not limited.';

const text: OpenApiObject = { type: 'string' };

/** The rate limit headers of draft-ietf-httpapi-ratelimit-headers-10, as structured fields (RFC 9651). */
export const limitHeaders: Readonly<Record<string, OpenApiObject>> = {
  'RateLimit-Policy': {
    description: '`q`: maximum number of requests; `w`: window in seconds.',
    schema: text,
    example: '"requests";q=12000;w=60',
  },
  RateLimit: {
    description: '`r`: number of remaining requests; `t`: seconds until the whole limit is available again.',
    schema: text,
    example: '"requests";r=11999;t=1',
  },
  'Retry-After': {
    description: 'Seconds until the next request is accepted, for responses with status 429.',
    schema: { type: 'integer' },
    example: 3,
  },
};

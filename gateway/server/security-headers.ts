/**
 * Security headers of all responses, including those without a route: browsers must not use them as pages, frames or
 * scripts, or cache them. Pages and cacheable files override them.
 */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/** RFC 6797: browsers use HTTPS for a year. They ignore the header over plain HTTP, for example behind a TLS proxy. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

export type SecurityHeaders = Readonly<Record<string, string>>;

/** The headers of all responses of a listener. */
export function securityHeadersOf(listener: { isReachedByHttps: boolean }): SecurityHeaders {
  return listener.isReachedByHttps ? { ...securityHeaders, ...strictTransport } : securityHeaders;
}

/**
 * Security headers of all responses, including error responses: browsers must not use the responses as pages, frames or
 * scripts, or cache them. Pages and cacheable files override these headers.
 */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/**
 * Makes browsers use HTTPS for a year (RFC 6797). They ignore the header over plain HTTP, for example behind a TLS
 * proxy.
 */
const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

export type SecurityHeaders = Readonly<Record<string, string>>;

/** The security headers of all responses of a listener. */
export function securityHeadersOf(listener: { isReachedByHttps: boolean }): SecurityHeaders {
  return listener.isReachedByHttps ? { ...securityHeaders, ...strictTransport } : securityHeaders;
}

/**
 * What every answer says to browsers, also one that no route has made: it is no page, no frame and no script, and no cache stores it. Pages
 * and files that browsers may keep set their own policy and caching.
 */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/** RFC 6797: browsers use https for a year; they ignore it over plain http, for example of a proxy on the way here. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

export type SecurityHeaders = Readonly<Record<string, string>>;

/** The headers of every answer of a listener. */
export function securityHeadersOf(listener: { isReachedByHttps: boolean }): SecurityHeaders {
  return listener.isReachedByHttps ? { ...securityHeaders, ...strictTransport } : securityHeaders;
}

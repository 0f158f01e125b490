import type { IncomingHttpHeaders } from 'node:http';

/** A header that cross-origin pages cannot set, because CORS preflight requests never allow it. */
export const sessionRequestHeader = 'x-rampart-session';

/**
 * Whether a request with a cookie comes from a page of this server, or was initiated by the user, for example with a
 * bookmark. Browsers also add the cookie to requests of other sites' pages.
 * @param options.ownOrigin origin of the public URL; undefined without a public URL
 */
export function provesSameOrigin(
  headers: IncomingHttpHeaders,
  { ownOrigin }: { readonly ownOrigin: string | undefined },
): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  // `none`: the address bar, or a bookmark. No page can cause it.
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && origin === undefined);
  // Browsers send Sec-Fetch-Site only to https servers and this machine, and Origin with changes and WebSockets.
  if (origin !== undefined) {
    return origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
  }
  return headers[sessionRequestHeader] !== undefined;
}

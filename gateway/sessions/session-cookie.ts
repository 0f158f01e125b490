import type { IncomingHttpHeaders } from 'node:http';
import { secretTokenKind } from '../../platform/secret-token.js';

/** The format of session secrets, which are stored only in the session cookie. */
export const sessionSecretKind = secretTokenKind('rps_');

/** Names, reads, sets and removes the cookies of this server. */
export interface SessionCookies {
  /**
   * The value of a cookie; undefined if the cookie is absent. Several cookies of the same name are ignored, because
   * this server did not set all of them.
   */
  read(headers: IncomingHttpHeaders, name: string): string | undefined;
  /** A `Set-Cookie` header for a cookie that lasts until the browser is closed, or for a number of seconds. */
  set(headers: IncomingHttpHeaders, cookie: Cookie): string;
  /** A `Set-Cookie` header that removes the cookie. */
  remove(headers: IncomingHttpHeaders, name: string): string;
}

interface Cookie {
  /** Name of the cookie without the prefix `__Host-`. */
  readonly name: string;
  readonly value: string;
  /**
   * `SameSite` attribute; default: `Strict`. `Lax` for a cookie that must be sent after a redirect from another site.
   */
  readonly sameSite?: 'Strict' | 'Lax';
  readonly maxAgeSeconds?: number;
}

export const sessionCookieName = 'rampart-session';
const maxCookieHeader = 16_384;

/**
 * Creates the cookies of this server. With an HTTPS public URL, cookies are `Secure` and have the prefix `__Host-`, so
 * no other host, such as another subdomain, can set them (RFC 6265bis, section 4.1.3.2). Without a public URL, cookie
 * names contain the port, because browsers share cookies between the ports of a host.
 */
export function sessionCookies({ publicUrl }: { readonly publicUrl: string }): SessionCookies {
  const isSecure = publicUrl.startsWith('https:');
  const attributes = `Path=/; HttpOnly${isSecure ? '; Secure' : ''}`;

  function fullName({ host = '' }: IncomingHttpHeaders, name: string): string {
    if (isSecure) return `__Host-${name}`;
    const port = publicUrl === '' ? /:(\d{1,5})$/.exec(host)?.[1] : undefined;
    return port === undefined ? name : `${name}-${port}`;
  }

  return {
    read(headers, name) {
      const { cookie } = headers;
      if (cookie === undefined || cookie.length > maxCookieHeader) return undefined;
      const prefix = `${fullName(headers, name)}=`;
      const values = cookie
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(prefix));
      return values.length === 1 ? values[0]?.slice(prefix.length) : undefined;
    },
    set(headers, { name, value, sameSite = 'Strict', maxAgeSeconds }) {
      const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
      return `${fullName(headers, name)}=${value}; ${attributes}; SameSite=${sameSite}${age}`;
    },
    remove: (headers, name) => `${fullName(headers, name)}=; ${attributes}; SameSite=Strict; Max-Age=0`,
  };
}

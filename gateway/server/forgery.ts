import type { IncomingHttpHeaders } from 'node:http';

/** Headers that no page can set on a cross-origin request without asking first. Apollo's clients send the first two. */
const preflightHeaders = ['apollo-require-preflight', 'x-apollo-operation-name', 'graphql-require-preflight'];

/** Content types that a page may send anywhere without asking first (Fetch standard, CORS-safelisted). */
const simpleContentTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * Whether a GraphQL request cannot have been forged by another site's page: the browser would have had to ask first, or
 * says itself that the page is ours. Needed for GET, which has no content type of its own.
 */
export function isProtectedFromForgery(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && type !== '' && !simpleContentTypes.includes(type)) return true;
  if (preflightHeaders.some((name) => headers[name] !== undefined && headers[name] !== '')) return true;
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  // Browsers send both or none, and no page can set them: a mode alone comes from a program.
  return headers['sec-fetch-mode'] !== undefined && headers['sec-fetch-site'] === undefined;
}

export interface OriginPolicy {
  /** Whether a changing request (POST, PATCH ...) may come from where its headers say it comes from. */
  mayChange(headers: IncomingHttpHeaders): boolean;
  /** Whether pages of this origin may read answers. */
  mayRead(origin: string): boolean;
}

/** Whether a browser says that a page sends this. No page can hide it from a changing request. */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isSafeMethod(method: string | undefined): boolean {
  return method !== undefined && safeMethods.has(method);
}

/**
 * Which pages may use this server: those it serves itself, and those of the given origins. Programs send no Origin and are
 * not concerned.
 */
export function createOriginPolicy(origins: readonly string[]): OriginPolicy {
  const allowed = new Set(origins.map((origin) => (URL.canParse(origin) ? new URL(origin).origin : origin)));
  return {
    mayChange(headers) {
      const { origin } = headers;
      if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site';
      if (headers['sec-fetch-site'] === 'same-origin' || allowed.has(origin)) return true;
      return URL.canParse(origin) && new URL(origin).host === headers.host?.toLowerCase();
    },
    mayRead: (origin) => allowed.has(origin),
  };
}

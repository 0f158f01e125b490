import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Configuration } from '../../platform/configuration/index.js';
import { isLoopback } from '../authentication/index.js';
import { configuredHostNames, hostName } from './addresses.js';
import type { RejectedHead } from './rejection-reports.js';

/** Why a request is rejected. */
export interface Rejection {
  readonly status: number;
  readonly text: string;
  /** The security event to report; absent if there is none. */
  readonly event?: RejectedHead;
}

/** Decides by the head of a request whether it is admitted; undefined if so. */
export type Admission = (request: IncomingMessage) => Rejection | undefined;

const missingHost: Rejection = { status: 400, text: 'The request has no Host header' };
const repeatedHost: Rejection = {
  status: 400,
  text: 'The request has more than one Host header',
  event: 'host_rejected',
};
/** Maximum length of a hostname (RFC 1035, section 2.3.4). */
const maxHostnameLength = 255;

const wrongOrigin: Rejection = {
  status: 403,
  text: 'Cross-site requests may not change data.',
  event: 'origin_rejected',
};

/**
 * Rejects requests of HTTP/1.1 without a Host header, and all requests with several (RFC 9112, section 3.2): a proxy
 * may have used a different one. Undefined if the request is allowed.
 */
export function hostRejection({ rawHeaders, httpVersionMinor, headers }: IncomingMessage): Rejection | undefined {
  if (headers.host === undefined) return httpVersionMinor === 0 ? undefined : missingHost;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1 ? repeatedHost : undefined;
}

/** Admission of the main listener: requests with one of its hostnames, and for changes, no cross-site pages. */
export function admitSameOrigin(options: { configuration: Configuration; origins: OriginPolicy }): Admission {
  const isOwnHost = hostCheck(options.configuration);
  return function admit({ method, headers }) {
    if (!isOwnHost(headers.host)) return unknownHost(headers.host ?? '');
    return isSafeMethod(method) || options.origins.mayChange(headers) ? undefined : wrongOrigin;
  };
}

function unknownHost(host: string): Rejection {
  const name = JSON.stringify(hostName(host).slice(0, maxHostnameLength));
  return {
    status: 421,
    event: 'host_rejected',
    text: `Unknown hostname ${name}. Expected a local name, an IP address, or the host of [server] public_url or [drive] notification_url. Set public_url to the URL that clients use.`,
  };
}

/**
 * Admission of a listener without pages: any hostname is allowed, but no page may send changes, because all pages are
 * cross-site.
 */
export const admitNonBrowsers: Admission = ({ method, headers }) =>
  !isSafeMethod(method) && isFromPage(headers) ? wrongOrigin : undefined;

/**
 * Prevents DNS rebinding: a server on a loopback address that trusts local clients accepts only local hostnames, IP
 * addresses, and the hostnames of URLs in its settings.
 */
function hostCheck(configuration: Configuration): (host: string | undefined) => boolean {
  if (!isLoopback(configuration.server.host)) return () => true;
  const ownNames = new Set(configuredHostNames(configuration));
  let last: string | undefined;
  return function isOwnHost(host) {
    if (host === undefined || host === last) return true;
    const name = hostName(host);
    const isOwn = ownNames.has(name) || /^(\[[0-9a-f:.]+\]|\d[\d.]*)$/.test(name) || isLoopback(name);
    if (isOwn) last = host;
    return isOwn;
  };
}

/** Headers that pages cannot set on a cross-origin request without a preflight. Apollo's clients send the first two. */
const preflightHeaders = ['apollo-require-preflight', 'x-apollo-operation-name', 'graphql-require-preflight'];

/** Content types that pages may send to other origins without a preflight (Fetch standard, CORS-safelisted). */
const simpleContentTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * Whether a GraphQL request is safe from CSRF: the browser has sent a preflight, or reports that the page is
 * same-origin. A GET request, which usually has no content type, needs one of the headers.
 */
export function isSafeFromCsrf(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && type !== '' && !simpleContentTypes.includes(type)) return true;
  if (preflightHeaders.some((name) => headers[name] !== undefined && headers[name] !== '')) return true;
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  // Browsers send both headers or none, and pages cannot set them, so a program has sent `sec-fetch-mode` alone.
  return headers['sec-fetch-mode'] !== undefined && headers['sec-fetch-site'] === undefined;
}

export interface OriginPolicy {
  /** Whether the origin in the headers may send changes (POST, PATCH ...). */
  mayChange(headers: IncomingHttpHeaders): boolean;
  /** Whether pages of this origin may read responses. */
  mayRead(origin: string): boolean;
  /** Headers and credentials of cross-origin requests. */
  readonly crossOrigin: CrossOrigin;
}

export interface CrossOrigin {
  /** Whether browsers may send cookies and other credentials. */
  readonly allowsCredentials?: boolean;
  /** Additional request headers that pages may set. */
  readonly requestHeaders?: readonly string[];
  /** Response headers that pages may read. */
  readonly exposedHeaders?: readonly string[];
}

/** Whether a page sent the request, according to the browser. For changes, a page cannot hide this. */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function isSafeMethod(method: string | undefined): boolean {
  return method !== undefined && safeMethods.has(method);
}

/**
 * Decides which pages may use this server: its own, and those of the given origins. Programs, which send no Origin, are
 * always allowed.
 */
export function createOriginPolicy(origins: readonly string[], crossOrigin: CrossOrigin = {}): OriginPolicy {
  const allowed = new Set(origins.map((origin) => (URL.canParse(origin) ? new URL(origin).origin : origin)));
  return {
    mayChange(headers) {
      const { origin } = headers;
      if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site';
      if (headers['sec-fetch-site'] === 'same-origin' || allowed.has(origin)) return true;
      return URL.canParse(origin) && new URL(origin).host === headers.host?.toLowerCase();
    },
    mayRead: (origin) => allowed.has(origin),
    crossOrigin,
  };
}

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Configuration } from '../../platform/configuration/index.js';
import { isLoopback } from '../authentication/index.js';
import { configuredHostNames, hostName } from './addresses.js';
import type { HeadRejectionEvent } from './rejection-reports.js';

/** The reason why a request is rejected. */
export interface Rejection {
  readonly status: number;
  readonly message: string;
  /** The security event to report; absent if the rejection is not reported. */
  readonly event?: HeadRejectionEvent;
}

/** Checks the head of a request. Returns the reason for a rejection; undefined if the request is admitted. */
export type Admission = (request: IncomingMessage) => Rejection | undefined;

const missingHost: Rejection = { status: 400, message: 'The request has no Host header' };
const repeatedHost: Rejection = {
  status: 400,
  message: 'The request has more than one Host header',
  event: 'host_rejected',
};
/** Maximum length of a hostname (RFC 1035, section 2.3.4). */
const maxHostnameLength = 255;

const wrongOrigin: Rejection = {
  status: 403,
  message: 'Cross-site requests may not change data.',
  event: 'origin_rejected',
};

/**
 * Returns the rejection of an HTTP/1.1 request without a Host header, or of any request with several Host headers (RFC
 * 9112, section 3.2), because a proxy may have used another of them. Undefined if the request is allowed.
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

/** Whether a request has a body (RFC 9112, section 6). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * Creates the admission of the main listener: the Host header must be a hostname of this server, and cross-site pages
 * may not send changes.
 */
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
    message: `Unknown hostname ${name}. Expected a local name, an IP address, or the host of [server] public_url, [drive] notification_url or [drive] lifecycle_notification_url. Set public_url to the URL that clients use.`,
  };
}

/**
 * Admission of a listener without pages: any hostname is allowed, but pages may not send changes, because every page is
 * cross-site.
 */
export const admitNonBrowsers: Admission = ({ method, headers }) =>
  !isSafeMethod(method) && isFromPage(headers) ? wrongOrigin : undefined;

/**
 * Returns a function that checks Host headers to prevent DNS rebinding: a server on a loopback address that trusts
 * local clients accepts only local hostnames, IP addresses, and the hostnames of URLs in its settings.
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
 * Whether a GraphQL request is safe from CSRF: a browser would have sent a preflight before it, or reports that the
 * page is same-origin. GET requests usually have no content type, so they need one of {@link preflightHeaders}.
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
  /** Whether pages of the origin in the headers may send changes (POST, PATCH ...). */
  mayChange(headers: IncomingHttpHeaders): boolean;
  /** Whether pages of this origin may read responses. */
  mayRead(origin: string): boolean;
  /** CORS headers and credentials of cross-origin requests. */
  readonly cors: CorsOptions;
}

export interface CorsOptions {
  /** Whether browsers may send cookies and other credentials; default: false. */
  readonly allowsCredentials?: boolean;
  /** Names of additional request headers that pages may set. */
  readonly requestHeaders?: readonly string[];
  /** Names of response headers that pages may read. */
  readonly exposedHeaders?: readonly string[];
}

/** Whether a page in a browser sent the request. For changes, a page cannot remove the headers that show this. */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function isSafeMethod(method: string | undefined): boolean {
  return method !== undefined && safeMethods.has(method);
}

/**
 * Creates the policy for pages that use this server: its own pages and those of the given origins are allowed. Clients
 * other than browsers send no Origin header, and are always allowed.
 */
export function createOriginPolicy(origins: readonly string[], cors: CorsOptions = {}): OriginPolicy {
  const allowed = new Set(origins.map((origin) => (URL.canParse(origin) ? new URL(origin).origin : origin)));
  return {
    mayChange(headers) {
      const { origin } = headers;
      if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site';
      if (headers['sec-fetch-site'] === 'same-origin' || allowed.has(origin)) return true;
      return URL.canParse(origin) && new URL(origin).host === headers.host?.toLowerCase();
    },
    mayRead: (origin) => allowed.has(origin),
    cors,
  };
}

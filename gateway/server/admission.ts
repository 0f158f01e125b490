import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Configuration } from '../../platform/configuration/index.js';
import { hostName, isLoopback, ownHostNames } from './addresses.js';
import type { RejectedHead } from './refusal-reports.js';

/** Why a request is not let in. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
  /** What it is as a security event; absent: none. */
  readonly event?: RejectedHead;
}

/** Decides by the head of a request whether it is let in; undefined lets it in. */
export type Admission = (request: IncomingMessage) => Refusal | undefined;

const missingHost: Refusal = { status: 400, text: 'The request has no Host header' };
const repeatedHost: Refusal = {
  status: 400,
  text: 'The request has more than one Host header',
  event: 'host_refused',
};
/** No hostname is longer (RFC 1035, section 2.3.4). */
const maxShownName = 255;

const wrongOrigin: Refusal = {
  status: 403,
  text: 'Cross-site requests may not change data.',
  event: 'origin_refused',
};

/**
 * RFC 9112, section 3.2: a request of HTTP/1.1 has one Host header. Of several, a proxy in front may have taken another one than this server
 * would.
 */
export function hostRefusal({ rawHeaders, httpVersionMinor, headers }: IncomingMessage): Refusal | undefined {
  if (headers.host === undefined) return httpVersionMinor === 0 ? undefined : missingHost;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1 ? repeatedHost : undefined;
}

/** Who may use the main listener: everybody under its own names; for changes, no page of another site. */
export function admitSameOrigin(options: { configuration: Configuration; origins: OriginPolicy }): Admission {
  const isOwnHost = hostCheck(options.configuration);
  return function admit({ method, headers }) {
    if (!isOwnHost(headers.host)) return unknownHost(headers.host ?? '');
    return isSafeMethod(method) || options.origins.mayChange(headers) ? undefined : wrongOrigin;
  };
}

function unknownHost(host: string): Refusal {
  const name = JSON.stringify(hostName(host).slice(0, maxShownName));
  return {
    status: 421,
    event: 'host_refused',
    text: `Unknown hostname ${name}. Expected a local name, an IP address, or the host of [server] public_url or [drive] notification_url. Set public_url to the URL that clients use.`,
  };
}

/**
 * Who may use a listener without pages: programs, by whatever name they know it. A page that changes something here was
 * made by another site, whatever name it was given.
 */
export const admitNonBrowsers: Admission = ({ method, headers }) =>
  !isSafeMethod(method) && isFromPage(headers) ? wrongOrigin : undefined;

/**
 * A server on a loopback address that trusts whoever reaches it must not be reached by a page of another site whose name was made to
 * point here (DNS rebinding): it answers to local names, to addresses, and to the names in the URLs of its settings.
 */
function hostCheck(configuration: Configuration): (host: string | undefined) => boolean {
  if (!isLoopback(configuration.server.host)) return () => true;
  const ownNames = new Set(ownHostNames(configuration));
  let last: string | undefined;
  return function isOwnHost(host) {
    if (host === undefined || host === last) return true;
    const name = hostName(host);
    const isOwn = ownNames.has(name) || /^(\[[0-9a-f:.]+\]|\d[\d.]*)$/.test(name) || isLoopback(name);
    if (isOwn) last = host;
    return isOwn;
  };
}

/** Headers that no page can set on a cross-origin request without asking first. Apollo's clients send the first two. */
const preflightHeaders = ['apollo-require-preflight', 'x-apollo-operation-name', 'graphql-require-preflight'];

/** Content types that a page may send anywhere without asking first (Fetch standard, CORS-safelisted). */
const simpleContentTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * Whether a GraphQL request cannot have been forged by another site's page: the browser would have had to ask first, or
 * says itself that the page is ours. Needed for GET, which has no content type of its own.
 */
export function isSafeFromCsrf(headers: IncomingHttpHeaders): boolean {
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
  /** What pages of other origins may send and read, beside the usual. */
  readonly crossOrigin: CrossOrigin;
}

export interface CrossOrigin {
  /** Whether browsers send cookies and other credentials of theirs. */
  readonly allowsCredentials?: boolean;
  /** Request headers that pages may set. */
  readonly requestHeaders?: readonly string[];
  /** Response headers that pages may read. */
  readonly exposedHeaders?: readonly string[];
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

import type { IncomingMessage } from 'node:http';
import type { Configuration } from '../../platform/configuration/index.js';
import { hostName, isLoopback } from './addresses.js';
import { isFromPage, isSafeMethod, type OriginPolicy } from './forgery.js';

/** Why a request is not let in. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** Decides by the head of a request whether it is let in; undefined lets it in. */
export type Admission = (request: IncomingMessage) => Refusal | undefined;

const wrongHost: Refusal = {
  status: 421,
  text: 'This server is not known under that host name. Set [server] public_url to the name that clients use.',
};
const wrongOrigin: Refusal = { status: 403, text: 'Pages of other sites may not change anything here.' };

/** Who may use the main listener: everybody under its own names; for changes, no page of another site. */
export function admitOwnPages(options: { server: Configuration['server']; origins: OriginPolicy }): Admission {
  const isOurHost = hostCheck(options.server);
  return function admit({ method, headers }) {
    if (!isOurHost(headers.host)) return wrongHost;
    return isSafeMethod(method) || options.origins.mayChange(headers) ? undefined : wrongOrigin;
  };
}

/**
 * Who may use a listener without pages: programs, by whatever name they know it. A page that changes something here was
 * made by another site, whatever name it was given.
 */
export const admitPrograms: Admission = ({ method, headers }) =>
  !isSafeMethod(method) && isFromPage(headers) ? wrongOrigin : undefined;

/**
 * A server on a loopback address that trusts whoever reaches it must not be reached by a page of a foreign site whose name
 * was made to point here (DNS rebinding): it answers to local names, to addresses, and to the public URL's name.
 */
function hostCheck(server: Configuration['server']): (host: string | undefined) => boolean {
  if (!isLoopback(server.host)) return () => true;
  const publicHost = server.publicUrl === '' ? undefined : new URL(server.publicUrl).hostname.toLowerCase();
  let last: string | undefined;
  return function isOurHost(host) {
    if (host === undefined || host === last) return true;
    const name = hostName(host);
    const known = name === publicHost || isLoopback(name) || /^(\[[0-9a-f:.]+\]|[0-9.]+)$/.test(name);
    if (known) last = host;
    return known;
  };
}

import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';

/** The addresses of a name, as the resolver of the system finds them. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => dns.lookup(hostname, { all: true, order: 'verbatim' });

export interface ConnectionGuard {
  readonly resolve: Resolve;
  /** Decides by a literal address. */
  isAllowed(address: string): boolean;
  /** `host:port` of URLs that the operator has set himself: they are where he says. */
  readonly trustedHosts: ReadonlySet<string>;
  /** Certificates to trust instead of the system's. */
  readonly certificates?: string;
}

/** Nothing was sent: the name leads to an address that must not be asked. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';

  constructor(hostname: string, address: string) {
    super(`${hostname} is at ${address}, which must not be asked`);
  }
}

/**
 * Opens connections to allowed addresses only. A name is resolved once, by the connection itself, and every address found is
 * checked before the first is used: there is no moment between check and use in which a name could change. What the socket
 * says in the end is checked again.
 */
export function guardedConnector(guard: ConnectionGuard, build: typeof buildConnector): buildConnector.connector {
  const { certificates: ca } = guard;
  const guarded = build({ ca, lookup: guardedLookup(guard), maxCachedSessions: 0 });
  const unguarded = build({ ca, lookup: lookupBy(guard.resolve), maxCachedSessions: 0 });
  return (options, callback) => {
    if (guard.trustedHosts.has(hostOf(options))) {
      unguarded(options, callback);
      return;
    }
    const hostname = withoutBrackets(options.hostname);
    // A literal address is never looked up.
    if (isIP(hostname) !== 0 && !guard.isAllowed(hostname)) {
      callback(new RefusedAddressError(hostname, hostname), null);
      return;
    }
    guarded(options, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      const { remoteAddress = 'no address' } = socket;
      if (guard.isAllowed(remoteAddress)) {
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(new RefusedAddressError(hostname, remoteAddress), null);
    });
  };
}

function guardedLookup(guard: ConnectionGuard): LookupFunction {
  return lookupBy(async (hostname) => {
    const addresses = await guard.resolve(hostname);
    // One bad address among good ones is how a name is made to pass: it condemns all of them.
    const refused = addresses.find(({ address }) => !guard.isAllowed(address));
    if (refused !== undefined) throw new RefusedAddressError(hostname, refused.address);
    return addresses;
  });
}

/** A resolver in the form that node's sockets take. */
function lookupBy(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new Error(`${hostname} has no address`), '', 0);
        else if (all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}

function hostOf({ hostname, protocol, port }: buildConnector.Options): string {
  const standardPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port === '' ? standardPort : port}`;
}

function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

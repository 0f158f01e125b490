import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** The addresses of a name, as the resolver of the system finds them. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => dns.lookup(hostname, { all: true, order: 'verbatim' });

export interface ConnectionGuard {
  readonly resolve: Resolve;
  /** Decides by a literal address: for each connection about all that its name is at, then about the one that it has led to. */
  isAllowed(address: string): boolean | Promise<boolean>;
}

/** Nothing was sent: the name leads to no address, or to one that must not be asked. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

/**
 * Opens connections to allowed addresses only. A name is resolved once, by the connection itself, and every address found is
 * checked before the first is used: there is no moment between check and use in which a name could change. What the socket
 * says in the end is checked again.
 * @param connectorBy makes the connector that opens the connections; it must find names by this function and no other.
 */
export function guardedConnector(
  guard: ConnectionGuard,
  connectorBy: (lookup: LookupFunction) => buildConnector.connector,
): buildConnector.connector {
  const connect = connectorBy(guardedLookup(guard));

  async function open(options: buildConnector.Options): Promise<Socket> {
    const { hostname } = options;
    // A literal address is never looked up.
    if (isIP(hostname) !== 0) await assertAllowed(guard, { hostname, addresses: [hostname] });
    const socket = await connected(connect, options);
    try {
      const { remoteAddress } = socket;
      if (remoteAddress !== undefined) await assertAllowed(guard, { hostname, addresses: [remoteAddress] });
      // Handed an ended connection, the client would open another one, again and again, and tell of no failure.
      if (remoteAddress === undefined || socket.destroyed) throw socket.errored ?? endedEarly(hostname);
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  return (options, callback) => {
    open(options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

function endedEarly(hostname: string): Error {
  return Object.assign(new Error(`The connection to ${hostname} closed before it was used`), { code: 'ECONNRESET' });
}

function connected(connect: buildConnector.connector, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(options, (...[error, socket]) => (error === null ? resolve(socket) : reject(error)));
  });
}

/** The resolver of the guard in the form that node's sockets take. */
function guardedLookup(guard: ConnectionGuard): LookupFunction {
  async function lookUp(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await guard.resolve(hostname);
    if (first === undefined) throw new RefusedAddressError(`${hostname} has no addresses`);
    const found: [LookupAddress, ...LookupAddress[]] = [first, ...others];
    await assertAllowed(guard, { hostname, addresses: found.map(({ address }) => address) });
    return found;
  }
  return (hostname, { all }, callback) => {
    lookUp(hostname).then(
      (found) => (all ? callback(null, found) : callback(null, found[0].address, found[0].family)),
      (error: Error) => callback(error, '', 0),
    );
  };
}

/** All addresses must be allowed; otherwise a name could combine allowed and forbidden addresses to bypass the check. */
async function assertAllowed(
  guard: ConnectionGuard,
  { hostname, addresses }: { hostname: string; addresses: readonly string[] },
): Promise<void> {
  for (const address of addresses) {
    if (!(await guard.isAllowed(address))) {
      throw new RefusedAddressError(`${hostname} resolves to ${address}, which is not allowed`);
    }
  }
}

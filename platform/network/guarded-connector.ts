import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Resolves a hostname to its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => dns.lookup(hostname, { all: true, order: 'verbatim' });

export interface ConnectionGuard {
  readonly resolve: Resolve;
  /**
   * Decides whether an address is allowed. For each connection, it is called for all addresses of the hostname, then
   * for the connected address.
   */
  isAllowed(address: string): boolean | Promise<boolean>;
}

/**
 * The error for a connection that was not made because the hostname has no address, or a forbidden one. Nothing was
 * sent.
 */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/**
 * Creates a connector that opens connections to allowed addresses only. The connection resolves the hostname once, and
 * all addresses are checked before one is used, which prevents DNS rebinding. The address of the connected socket is
 * checked again.
 * @param createConnector creates the connector that opens connections; it must resolve hostnames only with the function
 * that it receives
 */
export function guardedConnector(
  guard: ConnectionGuard,
  createConnector: (lookup: LookupFunction) => buildConnector.connector,
): buildConnector.connector {
  const connect = createConnector(createGuardedLookup(guard));

  async function open(options: buildConnector.Options): Promise<Socket> {
    const { hostname } = options;
    // Address literals are not resolved.
    if (isIP(hostname) !== 0) await assertAllowed(guard, { hostname, addresses: [hostname] });
    const socket = await connected(connect, options);
    try {
      const { remoteAddress } = socket;
      if (remoteAddress !== undefined) await assertAllowed(guard, { hostname, addresses: [remoteAddress] });
      // If it received a closed connection, the client would retry endlessly without reporting a failure.
      if (remoteAddress === undefined || socket.destroyed) throw socket.errored ?? prematureCloseError(hostname);
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

function prematureCloseError(hostname: string): Error {
  return Object.assign(new Error(`The connection to ${hostname} closed before it was used`), { code: 'ECONNRESET' });
}

function connected(connect: buildConnector.connector, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(options, (...[error, socket]) => (error === null ? resolve(socket) : reject(error)));
  });
}

/** The guard's resolver, as a `lookup` function for sockets of Node.js. */
function createGuardedLookup(guard: ConnectionGuard): LookupFunction {
  async function lookUp(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await guard.resolve(hostname);
    if (first === undefined) throw new ForbiddenAddressError(`${hostname} has no addresses`);
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

/**
 * Requires all addresses of a hostname to be allowed, because a name could combine allowed and forbidden addresses to
 * bypass the check.
 * @throws {ForbiddenAddressError} for the first address that is not
 */
async function assertAllowed(
  guard: ConnectionGuard,
  { hostname, addresses }: { hostname: string; addresses: readonly string[] },
): Promise<void> {
  for (const address of addresses) {
    if (!(await guard.isAllowed(address))) {
      throw new ForbiddenAddressError(
        hostname === address
          ? `connections to ${address} are not allowed`
          : `${hostname} resolves to ${address}, which is not allowed`,
      );
    }
  }
}

import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';

/** All addresses of a host name. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveName: ResolveName = (hostname) => dns.lookup(hostname, { all: true });

/** Nothing was sent, because the address is none that may be asked. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/**
 * Connections to hosts that somebody else has named. A name is resolved by the connection itself and all its addresses are checked, so
 * none can change in between.
 */
export function createGuardedAgent(options: {
  isAllowed: (address: string) => boolean | Promise<boolean>;
  agent: Omit<Agent.Options, 'connect'>;
  connectMilliseconds: number;
  resolve?: ResolveName;
}): Agent {
  const { isAllowed, agent, connectMilliseconds, resolve = resolveName } = options;
  const connect = buildConnector({ lookup: guardedLookup(isAllowed, resolve), timeout: connectMilliseconds });
  return new Agent({
    ...agent,
    connect(target, callback) {
      const literal = target.hostname.replace(/^\[|\]$/g, '');
      // A literal address is never looked up.
      if (isIP(literal) === 0) return connect(target, callback);
      assertAllowed([literal], isAllowed).then(
        () => connect(target, callback),
        (error: Error) => callback(error, null),
      );
    },
  });
}

function guardedLookup(
  isAllowed: (address: string) => boolean | Promise<boolean>,
  resolve: ResolveName,
): LookupFunction {
  async function lookUp(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await resolve(hostname);
    if (first === undefined) throw new RefusedAddress(`${hostname} has no address`);
    await assertAllowed(
      [first, ...others].map(({ address }) => address),
      isAllowed,
    );
    return [first, ...others];
  }
  return (hostname, { all }, callback) => {
    lookUp(hostname).then(
      (found) => (all ? callback(null, found) : callback(null, found[0].address, found[0].family)),
      (error: Error) => callback(error, '', 0),
    );
  };
}

async function assertAllowed(
  addresses: readonly string[],
  isAllowed: (address: string) => boolean | Promise<boolean>,
): Promise<void> {
  for (const address of addresses) {
    if (!(await isAllowed(address))) throw new RefusedAddress(`${address} is no address that may be asked`);
  }
}

import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { guardedConnector, type Resolve, withoutBrackets } from '../../../../platform/network/index.js';
import { isDownloadAddress } from './allowed-addresses.js';

const silenceMilliseconds = 60_000;
const connectMilliseconds = 10_000;
const limits = { connections: 32, headersTimeout: silenceMilliseconds, bodyTimeout: silenceMilliseconds };

/** Connections to the addresses of the settings, and to those that are told by them. */
export interface Agents {
  /** `toldBy`: the address whose answer told where to send; undefined for one of the settings. */
  for(toldBy: URL | undefined): Agent;
  close(): Promise<void>;
}

export function createAgents(resolve: Resolve): Agents {
  const settled = new Agent(limits);
  /** By the host that told of the addresses. */
  const guarded = new Map<string, Agent>();

  function guardedFor(hostname: string): Agent {
    const known = guarded.get(hostname);
    if (known !== undefined) return known;
    const guard = {
      resolve,
      isAllowed: async (address: string) =>
        isDownloadAddress(address, []) || isDownloadAddress(address, await addressesOf(hostname, resolve)),
    };
    const connect = guardedConnector(guard, (lookup) => buildConnector({ lookup, timeout: connectMilliseconds }));
    const made = new Agent({ ...limits, connect });
    guarded.set(hostname, made);
    return made;
  }

  return {
    for: (toldBy) => (toldBy === undefined ? settled : guardedFor(toldBy.hostname)),
    async close() {
      await Promise.all([settled, ...guarded.values()].map((agent) => agent.close()));
    },
  };
}

/** The addresses of a host; of one that cannot be resolved there are none. */
async function addressesOf(hostname: string, resolve: Resolve): Promise<string[]> {
  const literal = withoutBrackets(hostname);
  if (isIP(literal) !== 0) return [literal];
  return (await resolve(hostname).catch(() => [])).map(({ address }) => address);
}

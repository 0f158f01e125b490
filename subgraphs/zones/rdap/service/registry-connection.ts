import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { type ConnectionGuard, guardedConnector, withoutBrackets } from '../../../../platform/network/index.js';

export interface RegistryGuard extends ConnectionGuard {
  /** Hosts (as `hostOf` tells them) of URLs that the operator has set himself: they are where he says. */
  readonly trustedHosts: ReadonlySet<string>;
  /** Certificates to trust instead of the system's. */
  readonly certificates?: string;
}

/** Opens connections to trusted hosts wherever they are, and to others at allowed addresses only. */
export function registryConnector(guard: RegistryGuard, build: typeof buildConnector): buildConnector.connector {
  const { resolve, trustedHosts, certificates: ca } = guard;
  const connectorBy = (lookup: LookupFunction) => build({ ca, lookup, maxCachedSessions: 0 });
  const guarded = guardedConnector(guard, connectorBy);
  const unguarded = guardedConnector({ resolve, isAllowed: () => true }, connectorBy);
  return (target, callback) => (trustedHosts.has(hostOf(target)) ? unguarded : guarded)(target, callback);
}

/** `host:port`, with the port also where a URL leaves it out. Of a URL or of a connection. */
export function hostOf({ hostname, protocol, port }: { hostname: string; protocol: string; port: string }): string {
  const standardPort = protocol === 'https:' ? '443' : '80';
  return `${withoutBrackets(hostname)}:${port || standardPort}`;
}

import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { type ConnectionGuard, guardedConnector } from './guarded-connector.js';
import { removeBrackets } from './hostname.js';

export interface TrustingGuard extends ConnectionGuard {
  /** Hosts of configured URLs, as returned by `hostOf`; all their addresses are allowed. */
  readonly trustedHosts: ReadonlySet<string>;
  /** Certificates (PEM) to trust instead of the system's; absent: the system's. */
  readonly certificates?: string;
}

/**
 * Creates a connector that opens connections to trusted hosts at any address, and to other hosts at allowed addresses
 * only.
 */
export function trustingConnector(guard: TrustingGuard, build: typeof buildConnector): buildConnector.connector {
  const { resolve, trustedHosts, certificates: ca } = guard;
  const createConnector = (lookup: LookupFunction) => build({ ca, lookup, maxCachedSessions: 0 });
  const guarded = guardedConnector(guard, createConnector);
  const unguarded = guardedConnector({ resolve, isAllowed: () => true }, createConnector);
  return (target, callback) => (trustedHosts.has(hostOf(target)) ? unguarded : guarded)(target, callback);
}

/** `host:port` of a URL or a connection; always includes the port. */
export function hostOf({ hostname, protocol, port }: { hostname: string; protocol: string; port: string }): string {
  const standardPort = protocol === 'https:' ? '443' : '80';
  return `${removeBrackets(hostname)}:${port || standardPort}`;
}

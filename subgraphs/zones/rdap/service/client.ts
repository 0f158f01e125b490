import { join } from 'node:path';
import { hostOf, isAllowedTarget, type Resolve, resolveBySystem } from '../../../../platform/network/index.js';
import type { Platform } from '../../../../platform/subgraph.js';
import { BootstrapSource } from './bootstrap-source.js';
import { type FetchRules, fetchDocument, upstreamFailed } from './fetch-document.js';
import { queryRegistry, type RegistryResponse } from './query-registry.js';
import { RegistryServers } from './registry-servers.js';
import { SharedResponses } from './shared-responses.js';

/** Client for RDAP servers. The lookups of all requests share its state. */
export interface RdapClient {
  readonly bootstrap: BootstrapSource;
  readonly responses: SharedResponses;
  readonly servers: RegistryServers;
  /** Queries a registry; `base` is the base URL of its server. */
  fetchResponse(query: { domain: string; base: string }): Promise<RegistryResponse>;
}

/** Network access to registries; tests use their own names, certificates and timeouts. */
export interface RegistryNetwork {
  readonly resolve: Resolve;
  /** Timeout of a lookup, including a referral, in milliseconds. */
  readonly timeoutMs: number;
  readonly certificates?: string;
}

const defaultNetwork: RegistryNetwork = { resolve: resolveBySystem, timeoutMs: 10_000 };

const maxBytes = 1_048_576;

/** Time in milliseconds that a lease includes for counting and storing, in addition to the timeout of the query. */
const leaseMarginMs = 5_000;

/** Creates the client with the settings of the platform. */
export function createRdapClient(
  { configuration, database, clock, log }: Platform,
  { resolve, timeoutMs, certificates }: RegistryNetwork = defaultNetwork,
): RdapClient {
  const { rdapBootstrapUrl: url, rdapAllowPrivate: allowPrivate } = configuration.zones;

  const isAllowed = (address: string): boolean => isAllowedTarget(address, { allowPrivate });

  function fetchRules(trustedHosts: readonly string[] = []): FetchRules {
    const guard = { resolve, certificates, trustedHosts: new Set(trustedHosts), isAllowed };
    return { guard, maxBytes, deadline: AbortSignal.timeout(timeoutMs) };
  }

  async function fetchBootstrap(): Promise<string> {
    // The operator configures this URL, so all its addresses are allowed, but not those of redirects.
    const { status, text } = await fetchDocument(url, fetchRules([hostOf(new URL(url))]));
    if (status !== 200)
      throw upstreamFailed(`The server of the RDAP bootstrap registry responded with status ${status}`);
    return text;
  }

  async function fetchResponse(query: { domain: string; base: string }): Promise<RegistryResponse> {
    try {
      return await queryRegistry({ ...query, rules: fetchRules() });
    } catch (error) {
      log.warn({ err: error, ...query }, 'an RDAP lookup failed');
      throw error;
    }
  }

  const servers = new RegistryServers({ database, clock, probeMs: timeoutMs + leaseMarginMs });
  return {
    fetchResponse,
    servers,
    bootstrap: new BootstrapSource({
      ...{ url, clock, log, fetchText: fetchBootstrap },
      file: join(configuration.server.dataDir, 'rdap', 'bootstrap.json'),
    }),
    responses: new SharedResponses({ database, clock, servers, leaseMs: timeoutMs + leaseMarginMs }),
  };
}

import type { fetch as Fetch } from 'undici';
import {
  type ConnectionGuard,
  guardedConnector,
  type Resolve,
  resolveBySystem,
  scopeOfTarget,
} from '../../../platform/network/index.js';
import { readBounded } from '../../../platform/read-bounded.js';

const timeoutMs = 10_000;
const maxBytes = 262_144;

/**
 * Sends requests to an identity provider, with a timeout and a maximum response size, and without following redirects.
 */
export interface ProviderFetch {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Creates the function that sends requests to a provider. Providers may be in a private network, because they are
 * configured by administrators. Addresses of this machine are allowed only for issuers on this machine. Link-local
 * addresses, such as metadata services of clouds, are never allowed.
 */
export function providerFetch(options: { readonly issuer: string; readonly resolve?: Resolve }): ProviderFetch {
  const { resolve = resolveBySystem } = options;
  const isLocal = new URL(options.issuer).protocol === 'http:';
  const guard = {
    resolve,
    isAllowed(address: string) {
      const scope = scopeOfTarget(address);
      return scope === 'public' || scope === 'private' || (isLocal && scope === 'loopback');
    },
  };
  let client: ReturnType<typeof openClient> | undefined;
  return {
    async fetch(url, init = {}) {
      client ??= openClient(guard);
      const { send, dispatcher } = await client;
      const signal = AbortSignal.timeout(timeoutMs);
      // The types of the package and of the DOM describe the same standard.
      const values = { ...init, signal, redirect: 'manual', dispatcher } as Parameters<typeof Fetch>[1];
      const response = await send(url, values);
      const { status } = response;
      const body = new Uint8Array(await readBounded(response.body ?? [], { maxBytes, tooLarge }));
      const headers = [...response.headers].filter(([name]) => !/^content-(encoding|length)$/.test(name));
      return new Response(hasNoBody(status) ? null : body, { status, headers });
    },
    async close() {
      await (await client)?.dispatcher.close();
    },
  };
}

/** Loads the HTTP client with the first request: commands for tokens and sessions load this file, and send none. */
async function openClient(guard: ConnectionGuard) {
  const { Agent, buildConnector, fetch: send } = await import('undici');
  const connect = guardedConnector(guard, (lookup) => buildConnector({ lookup, timeout: timeoutMs }));
  return { send, dispatcher: new Agent({ connect, connections: 10 }) };
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

function tooLarge(): Error {
  return new Error(`the response of the provider has more than ${maxBytes} bytes`);
}

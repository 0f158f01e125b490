import type { TrustingGuard } from '../../../platform/network/index.js';
import { scopeOfAddress } from '../../../platform/network/index.js';
import { fetchDocument } from '../../../subgraphs/zones/rdap/service/fetch-document.js';
import { newCertificate } from './certificates.js';
import type { Registry } from './registry.js';

export const maxBytes = 1_048_576;
export const certificate = await newCertificate();

export function isPublicAddress(address: string): boolean {
  return scopeOfAddress(address) === 'public';
}

/** Permits all addresses, because all test servers run on this machine. */
const permissiveGuard: TrustingGuard = {
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  isAllowed: () => true,
  trustedHosts: new Set(),
  certificates: certificate.cert,
};

/** Fetches with a guard and a timeout. */
export async function fetchWith(url: string, guard: Partial<TrustingGuard> = {}, timeoutMs = 20_000) {
  const deadline = AbortSignal.timeout(timeoutMs);
  return await fetchDocument(url, { guard: { ...permissiveGuard, ...guard }, maxBytes, deadline });
}

/** The code of the error, or the status of the response. */
export async function outcomeOf(url: string, guard: Partial<TrustingGuard> = {}, timeoutMs = 20_000): Promise<string> {
  return await fetchWith(url, guard, timeoutMs).then(
    ({ status }) => String(status),
    (error: { code?: string }) => error.code ?? String(error),
  );
}

/** URL of a registry with a hostname. */
export function urlWithHostname(registry: Registry, name: string, path = ''): string {
  return registry.url.replace('127.0.0.1', name) + path;
}

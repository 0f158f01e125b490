import { hostOf, type Resolve, resolveBySystem } from '../../../../platform/network/index.js';
import { parseJson } from '../../../../platform/parse-json.js';
import { readBootstrap } from '../rules/bootstrap.js';
import { fetchDocument } from './fetch-document.js';

const maxBytes = 1_048_576;

/**
 * Fetches the bootstrap registry of RDAP servers (RFC 9224) from the configured URL without storing it.
 * @returns the number of top-level domains with a server
 * @throws {DomainError} UPSTREAM_TIMEOUT, UPSTREAM_FAILED
 * @throws {Error} if the response is not a bootstrap registry
 */
export async function inspectRdapBootstrap(options: {
  url: string;
  deadline: AbortSignal;
  resolve?: Resolve;
}): Promise<number> {
  const { url, deadline, resolve = resolveBySystem } = options;
  const trustedHosts = new Set([hostOf(new URL(url))]);
  const guard = { resolve, certificates: undefined, trustedHosts, isAllowed: () => false };
  const { status, text } = await fetchDocument(url, { guard, maxBytes: maxBytes, deadline });
  if (status !== 200) throw new Error(`the server responded with status ${status}`);
  const bootstrap = readBootstrap(parseJson(text));
  if (bootstrap === null) throw new Error('the response is not a bootstrap registry (RFC 9224)');
  return bootstrap.services.size;
}

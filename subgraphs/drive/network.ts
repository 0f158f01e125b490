import { scopeOfTarget } from '../../platform/network/index.js';

const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a URL has a loopback address. */
export function isLoopbackUrl(url: URL): boolean {
  return loopback.test(url.hostname);
}

/** The number of seconds before the next attempt: exponential backoff with full jitter. */
export function backoffSeconds(options: {
  failures: number;
  firstSeconds: number;
  maxSeconds: number;
  /** A random number from 0 to 1. */
  random: number;
}): number {
  const { failures, firstSeconds, maxSeconds, random } = options;
  return Math.min(maxSeconds, firstSeconds * 2 ** Math.min(failures - 1, 30)) * random;
}

/**
 * Whether a download may connect to an address to which the document site redirected: public addresses are allowed;
 * private and loopback addresses only if the document site has such an address itself.
 */
export function isDownloadAddress(address: string, siteAddresses: readonly string[]): boolean {
  const scope = scopeOfTarget(address);
  return (
    scope === 'public' || (scope !== 'forbidden' && siteAddresses.some((address) => scopeOfTarget(address) === scope))
  );
}

/** Escapes an id for use as a URL path segment. Commas, which site ids contain, are not escaped. */
export function pathSegment(id: string): string {
  return encodeURIComponent(id).replaceAll('%2C', ',');
}

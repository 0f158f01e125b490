import { scopeOfTarget } from '../../platform/network/index.js';

const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a URL has a loopback address. */
export function isLoopbackUrl(url: URL): boolean {
  return loopback.test(url.hostname);
}

/** The delay before the next attempt in seconds: exponential backoff with full jitter. */
export function backoffSeconds(options: {
  failures: number;
  first: number;
  max: number;
  /** A random number from 0 to 1. */
  chance: number;
}): number {
  const { failures, first, max, chance } = options;
  return Math.min(max, first * 2 ** Math.min(failures - 1, 30)) * chance;
}

/**
 * Whether a download may be fetched from this address, to which the document site has redirected: a public one, or a
 * private or loopback one if the address of the document site is private or loopback, too.
 */
export function isDownloadAddress(address: string, siteAddresses: readonly string[]): boolean {
  const scope = scopeOfTarget(address);
  return scope === 'public' || (scope !== 'forbidden' && siteAddresses.some((one) => scopeOfTarget(one) === scope));
}

/** An id in the path of a URL. Ids of sites have commas, which need no escape there. */
export function pathSegment(id: string): string {
  return encodeURIComponent(id).replaceAll('%2C', ',');
}

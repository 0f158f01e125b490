import { type AddressScope, addressBehindNat64, scopeOfAddress } from '../../platform/network/index.js';

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
 * Whether notifications may be sent to this address: a public one, or a private or loopback one where the settings
 * allow it.
 */
export function isCallbackAddress(address: string, options: { allowPrivate: boolean }): boolean {
  const scope = scopeOf(address);
  return scope === 'public' || (options.allowPrivate && scope !== 'never');
}

/**
 * Whether a download may be fetched from this address, to which the document site has redirected: a public one, or one
 * of a private network or loopback when the document site is there too.
 */
export function isDownloadAddress(address: string, siteAddresses: readonly string[]): boolean {
  const scope = scopeOf(address);
  return scope === 'public' || (scope !== 'never' && siteAddresses.some((one) => scopeOf(one) === scope));
}

/**
 * The scope of an address; a NAT64 address has the scope of its IPv4 address. Loopback is never
 * translated: such an address must not be used (RFC 6052, section 3.1).
 */
function scopeOf(address: string): AddressScope {
  const target = addressBehindNat64(address);
  const scope = scopeOfAddress(target);
  return scope === 'loopback' && target !== address ? 'never' : scope;
}

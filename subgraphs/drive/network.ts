import { type AddressScope, addressBehindNat64, scopeOfAddress } from '../../platform/network/index.js';

const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether the host of a URL is this machine. */
export function isLoopbackUrl(url: URL): boolean {
  return loopback.test(url.hostname);
}

/** Whether PostgreSQL can store this text; nothing that is stored there has another one. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Seconds before the next attempt: up to twice as long after each failure, any of them as likely (full jitter). */
export function backoffSeconds(options: {
  failures: number;
  first: number;
  longest: number;
  /** 0 to 1. */
  chance: number;
}): number {
  const { failures, first, longest, chance } = options;
  return Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * chance;
}

/** Whether notifications may go to this address: a public one; also a private or loopback one where the settings allow those. */
export function isCallbackAddress(address: string, options: { allowPrivate: boolean }): boolean {
  const scope = scopeOf(address);
  return scope === 'public' || (options.allowPrivate && scope !== 'never');
}

/**
 * Whether a download may be fetched from this address, to which an answer of the document site has led: a public one, and one of an
 * inner network or of this machine where the document site is there too.
 */
export function isDownloadAddress(address: string, siteAddresses: readonly string[]): boolean {
  const scope = scopeOf(address);
  return scope === 'public' || (scope !== 'never' && siteAddresses.some((one) => scopeOf(one) === scope));
}

/**
 * On networks that have IPv6 only, all that is reached by IPv4 is behind a translator: it counts as where it is. Loopback is not
 * behind one: such an address means another machine, the translator, and must not be used (RFC 6052, section 3.1).
 */
function scopeOf(address: string): AddressScope {
  const target = addressBehindNat64(address);
  const scope = scopeOfAddress(target);
  return scope === 'loopback' && target !== address ? 'never' : scope;
}

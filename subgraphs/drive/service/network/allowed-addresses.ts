import { type AddressScope, addressBehindNat64, scopeOfAddress } from '../../../../platform/network/index.js';

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

import ipaddr from 'ipaddr.js';
import { DomainError } from '../../../platform/domain-error.js';
import { isLoopbackUrl } from './links.js';

const longestUrl = 2048;

/** Where an address is: `inner` ones belong to networks that are not the internet, `other` ones to nobody who serves anything. */
export type AddressKind = 'public' | 'loopback' | 'inner' | 'other';

const wellKnownPrefix = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

const inner: readonly string[] = ['private', 'uniqueLocal', 'carrierGradeNat'];

/** What kind of address this is; IPv4 addresses within IPv6 ones count as themselves. */
export function addressKind(address: string): AddressKind {
  if (!ipaddr.isValid(address)) return 'other';
  const range = rangeOf(address);
  if (range === 'unicast') return 'public';
  if (range === 'loopback') return 'loopback';
  return inner.includes(range) ? 'inner' : 'other';
}

/**
 * The range, through the prefix by which IPv6 networks reach IPv4 addresses (RFC 6052). Where the address lies in those of prefixes that
 * a network chooses itself (RFC 8215) only that network knows: they stay what they are.
 */
function rangeOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6) || !parsed.match(wellKnownPrefix)) return parsed.range();
  return ipaddr.fromByteArray(parsed.toByteArray().slice(12)).range();
}

/** Whether notifications may go to this address: public ones, and loopback where the instance itself is for this machine only. */
export function isCallbackAddress(address: string, options: { allowLoopback: boolean }): boolean {
  const kind = addressKind(address);
  return kind === 'public' || (options.allowLoopback && kind === 'loopback');
}

/**
 * Whether a download may be fetched from this address, to which an answer of the document site has led: a public one, and one of an
 * inner network or of this machine where the document site is there too.
 */
export function isDownloadAddress(address: string, siteAddresses: readonly string[]): boolean {
  const kind = addressKind(address);
  return kind === 'public' || (kind !== 'other' && siteAddresses.some((one) => addressKind(one) === kind));
}

/**
 * The address that a client wants notifications at: https, or http on this machine.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function callbackUrl(written: string): URL {
  const url = written.length <= longestUrl && URL.canParse(written) ? new URL(written) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackUrl(url));
  if (url === undefined || !isSafe || url.username !== '' || url.password !== '') {
    throw new DomainError('BAD_USER_INPUT', 'notificationUrl must be an https address', {
      argument: 'notificationUrl',
    });
  }
  url.hash = '';
  return url;
}

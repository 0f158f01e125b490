import ipaddr from 'ipaddr.js';

/**
 * Scope of an address. `public`: globally routed unicast; `private`: private networks; `loopback`: this machine;
 * `forbidden`: everything else, that is, link-local (metadata services), multicast, reserved, unspecified, and IPv6
 * addresses that embed an IPv4 address for translation or tunneling.
 */
export type AddressScope = 'public' | 'private' | 'loopback' | 'forbidden';

const privateRanges: readonly string[] = ['private', 'carrierGradeNat', 'uniqueLocal'];

/** The prefix of all global unicast IPv6 addresses (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The well-known prefix of IPv4/IPv6 translation (RFC 6052, section 2.1). */
const wellKnownPrefix = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** The scope of an IPv4 or IPv6 literal; `forbidden` for other text. */
export function scopeOfAddress(literal: string): AddressScope {
  if (ipaddr.IPv4.isValidFourPartDecimal(literal)) return scopeOfRange(ipaddr.IPv4.parse(literal).range());
  const address = parseIpv6(literal);
  if (address === undefined) return 'forbidden';
  const scope = scopeOfRange(address.range());
  return scope === 'public' && !address.match(globalUnicast) ? 'forbidden' : scope;
}

/**
 * The IPv4 address that NAT64 translates this IPv6 address to; other text unchanged. Addresses with network-specific
 * prefixes (RFC 8215) are unchanged, because only their network knows the prefix.
 */
export function extractNat64Ipv4(literal: string): string {
  const address = parseIpv6(literal);
  if (!address?.match(wellKnownPrefix)) return literal;
  return ipaddr.fromByteArray(address.toByteArray().slice(12)).toString();
}

function parseIpv6(literal: string): ipaddr.IPv6 | undefined {
  // A zone index (fe80::1%eth0) is only valid on this machine.
  return literal.includes('%') || !ipaddr.IPv6.isValid(literal) ? undefined : ipaddr.IPv6.parse(literal);
}

function scopeOfRange(range: string): AddressScope {
  if (range === 'unicast') return 'public';
  if (range === 'loopback') return 'loopback';
  return privateRanges.includes(range) ? 'private' : 'forbidden';
}

/**
 * The scope of an address to which a request is sent; a NAT64 address has the scope of its IPv4 address. The NAT64
 * address of a loopback address is forbidden (RFC 6052, section 3.1).
 */
export function scopeOfTarget(address: string): AddressScope {
  const target = extractNat64Ipv4(address);
  const scope = scopeOfAddress(target);
  return scope === 'loopback' && target !== address ? 'forbidden' : scope;
}

/**
 * Whether requests to hosts that others choose may be sent to this address: a public one, or a private or loopback one
 * if the settings allow it.
 */
export function isAllowedTarget(address: string, options: { allowPrivate: boolean }): boolean {
  const scope = scopeOfTarget(address);
  return scope === 'public' || (options.allowPrivate && scope !== 'forbidden');
}

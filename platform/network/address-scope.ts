import ipaddr from 'ipaddr.js';

/**
 * Where an address is: `public` is unicast that is routed on the internet; `private` are the networks of an operator; `loopback` is this
 * machine; `never` is everything else: link-local (metadata services), multicast, reserved, unspecified, and forms that carry an IPv4
 * address inside, which another machine would unwrap.
 */
export type AddressScope = 'public' | 'private' | 'loopback' | 'never';

const privateRanges: readonly string[] = ['private', 'carrierGradeNat', 'uniqueLocal'];

/** IPv6 addresses that are assigned for use on the internet lie in 2000::/3 (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** By which IPv6 networks reach IPv4 addresses (RFC 6052, section 2.1). */
const wellKnownPrefix = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** The scope of a literal address, four decimal parts or IPv6; anything else is `never`. */
export function scopeOfAddress(literal: string): AddressScope {
  if (ipaddr.IPv4.isValidFourPartDecimal(literal)) return scopeOfRange(ipaddr.IPv4.parse(literal).range());
  const address = parseIpv6(literal);
  if (address === undefined) return 'never';
  const scope = scopeOfRange(address.range());
  return scope === 'public' && !address.match(globalUnicast) ? 'never' : scope;
}

/**
 * The IPv4 address that the translator of an IPv6 network asks for this one (NAT64); any other text stays as it is. Where addresses of
 * prefixes lie that a network chooses itself (RFC 8215) only that network knows: they stay what they are.
 */
export function addressBehindNat64(literal: string): string {
  const address = parseIpv6(literal);
  if (!address?.match(wellKnownPrefix)) return literal;
  return ipaddr.fromByteArray(address.toByteArray().slice(12)).toString();
}

function parseIpv6(literal: string): ipaddr.IPv6 | undefined {
  // A zone index (fe80::1%eth0) names an interface of this machine.
  return literal.includes('%') || !ipaddr.IPv6.isValid(literal) ? undefined : ipaddr.IPv6.parse(literal);
}

function scopeOfRange(range: string): AddressScope {
  if (range === 'unicast') return 'public';
  if (range === 'loopback') return 'loopback';
  return privateRanges.includes(range) ? 'private' : 'never';
}

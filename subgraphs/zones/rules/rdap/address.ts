import ipaddr from 'ipaddr.js';

/**
 * How far an address may be trusted as that of an RDAP server: `public` is unicast that is routed on the internet; `private`
 * are the networks of an operator and this machine; `never` is everything else: link-local (metadata services), multicast,
 * reserved, unspecified, and forms that carry an IPv4 address inside, which another machine would unwrap.
 */
export type AddressScope = 'public' | 'private' | 'never';

const privateRanges: readonly string[] = ['private', 'loopback', 'carrierGradeNat', 'uniqueLocal'];

/** IPv6 addresses that are assigned for use on the internet lie in 2000::/3 (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Special purpose registry entries that ipaddr.js does not know: documentation (RFC 9637). */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/** The scope of a literal address, four decimal parts or IPv6; anything else is `never`. */
export function scopeOfAddress(literal: string): AddressScope {
  if (ipaddr.IPv4.isValidFourPartDecimal(literal)) return scopeOfRange(ipaddr.IPv4.parse(literal).range());
  // A zone index (fe80::1%eth0) names an interface of this machine.
  if (literal.includes('%') || !ipaddr.IPv6.isValid(literal)) return 'never';
  const address = ipaddr.IPv6.parse(literal);
  const scope = scopeOfRange(address.range());
  if (scope !== 'public') return scope;
  return address.match(globalUnicast) && !address.match(documentation) ? 'public' : 'never';
}

function scopeOfRange(range: string): AddressScope {
  if (range === 'unicast') return 'public';
  return privateRanges.includes(range) ? 'private' : 'never';
}

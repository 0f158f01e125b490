import ipaddr from 'ipaddr.js';

/**
 * Normalizes an IP address to the form in which sockets report it (RFC 5952). An IPv4-mapped IPv6 address becomes an
 * IPv4 address.
 */
export function canonicalAddress(literal: string): string {
  const address = ipaddr.process(literal);
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

import ipaddr from 'ipaddr.js';

/** An IP address in the form in which sockets report it (RFC 5952); one that is mapped to IPv6 as IPv4. */
export function canonicalAddress(literal: string): string {
  const address = ipaddr.process(literal);
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

import ipaddr from 'ipaddr.js';

const networkBytes = 8;

/**
 * Whose requests are counted together for a source address: an IPv4 address, also one that is mapped into IPv6, or the /64 of an IPv6
 * address, because one host has all of it. What is no address counts for itself.
 */
export function rateSubject(sourceAddress: string): string {
  if (!ipaddr.isValid(sourceAddress)) return sourceAddress;
  const address = ipaddr.process(sourceAddress);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const bytes = address.toByteArray().map((byte, index) => (index < networkBytes ? byte : 0));
  return `${new ipaddr.IPv6(bytes).toRFC5952String()}/64`;
}

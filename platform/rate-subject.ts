import ipaddr from 'ipaddr.js';

const networkBytes = 8;

/**
 * The subject of rate limits for a source address: an IPv4 address (even if it is mapped to IPv6), or the /64 network
 * of an IPv6 address, because one host usually has the whole network. Other text is returned unchanged.
 */
export function rateSubject(sourceAddress: string): string {
  if (!ipaddr.isValid(sourceAddress)) return sourceAddress;
  const address = ipaddr.process(sourceAddress);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const bytes = address.toByteArray().map((byte, index) => (index < networkBytes ? byte : 0));
  return `${new ipaddr.IPv6(bytes).toRFC5952String()}/64`;
}

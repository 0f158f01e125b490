import ipaddr from 'ipaddr.js';
import type { Caller } from './caller.js';

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

/**
 * The key by which limits count a caller: its token, account or client or, without credentials, the source address
 * (IPv6: /64 network).
 */
export function rateLimitKey(caller: Caller, sourceAddress: string): string {
  switch (caller.kind) {
    case 'operator':
      return `operator ${caller.credentialId ?? caller.name}`;
    case 'account':
      return `account ${caller.accountId}`;
    case 'mirror-client':
      return `mirror-client ${caller.clientId}`;
    default:
      // Only IPv6 addresses are mapped to their network.
      return sourceAddress.includes(':') ? rateSubject(sourceAddress) : sourceAddress;
  }
}

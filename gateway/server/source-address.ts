import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Of a connection that is gone already: nobody's address. */
const unspecified = '0.0.0.0';
/** `[2001:db8::1]:4711`, `[2001:db8::1]` or `203.0.113.66:4711`, also quoted as in RFC 7239. */
const addressWithPort = /^"?(?:\[([^\]]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})"?$/;

/**
 * The address that a request came from, without a port. An IPv4 address that is mapped into IPv6 is the IPv4 address (RFC 4291, section
 * 2.5.5.2). Where a trusted proxy names something that is no address, it is the proxy's own.
 */
export function sourceAddressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress) ?? unspecified;
}

/**
 * The same for a request that the framework has not seen: the last address in front of the trusted proxies, as the framework finds it.
 */
export function forwardedSourceOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrustedProxy: (address: string | undefined) => boolean,
): string {
  const named = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .filter((address) => address.trim() !== '');
  let address = socket.remoteAddress;
  while (named.length > 0 && isTrustedProxy(address)) address = named.pop()?.trim();
  return plainAddress(address) ?? plainAddress(socket.remoteAddress) ?? unspecified;
}

/** The address in a text of a socket or of a forwarding header; undefined where there is none. */
export function plainAddress(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const family = isIP(written);
  if (family === 4) return written;
  if (family === 6) return ipv4WhenMapped(written);
  const match = addressWithPort.exec(written.trim());
  const address = match?.[1] ?? match?.[2];
  return address === undefined || isIP(address) === 0 ? undefined : plainAddress(address);
}

function ipv4WhenMapped(address: string): string {
  if (!/^[0:]*:ffff:/i.test(address) || !ipaddr.isValid(address)) return address;
  return ipaddr.process(address).toString();
}

/** Whether an address is one of the proxies whose forwarded headers count; ranges as the setting has them. */
export function trustedProxyTest(ranges: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [written = '', prefix] = range.split('/');
    const network = plainAddress(written) ?? written;
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6';
    // The prefix of a mapped range counts the 96 bits in front of the IPv4 address too.
    const before = family === 'ipv4' && written.includes(':') ? 96 : 0;
    if (prefix === undefined) trusted.addAddress(network, family);
    else trusted.addSubnet(network, Math.max(0, Number(prefix) - before), family);
  }
  return function isTrustedProxy(written) {
    const address = plainAddress(written);
    return address !== undefined && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  };
}

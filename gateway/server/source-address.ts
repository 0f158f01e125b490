import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const mappedPrefix = '::ffff:';
/** Of a connection that is gone already: nobody's address. */
const unspecified = '0.0.0.0';

/**
 * The address that a request came from. An IPv4 address on an IPv6 socket is told as IPv4 (RFC 4291, section 2.5.5.2); where a
 * trusted proxy names something that is no address, it is the proxy's own.
 */
export function sourceAddressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? unspecified) : ip;
  return address.startsWith(mappedPrefix) && address.includes('.') ? address.slice(mappedPrefix.length) : address;
}

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { domainToASCII } from 'node:url';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { isLoopbackAddress } from '../authentication/index.js';

/**
 * The normalized hostname of a URL or Host header (`host` or `host:port`): lower case, ASCII (RFC 5891), without the
 * port and the trailing dot.
 */
export function hostName(authority: string): string {
  const match = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(authority);
  return toAsciiName(match?.[1] ?? authority)
    .toLowerCase()
    .replace(/(?<=[^.])\.$/, '');
}

/** The hostnames of this server, from the URLs in the settings. */
export function configuredHostNames({ server, drive }: Pick<Configuration, 'server' | 'drive'>): string[] {
  const urls = [server.publicUrl, drive.notificationUrl, drive.lifecycleNotificationUrl].filter((url) => url !== '');
  return [...new Set(urls.map((url) => hostName(new URL(url).host)))];
}

/** Converts a hostname to ASCII. Node.js decodes headers as Latin-1, but clients send non-ASCII names in UTF-8. */
function toAsciiName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  return domainToASCII(Buffer.from(name, 'latin1').toString('utf8')) || name;
}

/** Source address of a request whose connection is already closed. */
const unspecifiedAddress = '0.0.0.0';
/** Matches `[2001:db8::1]:4711`, `[2001:db8::1]` or `203.0.113.66:4711`, optionally quoted as in RFC 7239. */
const addressWithPort = /^"?(?:\[([^\]]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})"?$/;

/**
 * The source address of a request, without a port. IPv4-mapped IPv6 addresses become IPv4 addresses (RFC 4291, section
 * 2.5.5.2). If a trusted proxy forwards an invalid address, returns the address of the proxy.
 */
export function sourceAddressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress) ?? unspecifiedAddress;
}

/**
 * The source address of a request that does not reach the framework: the last forwarded address that does not belong to
 * a trusted proxy, as the framework computes it.
 */
export function forwardedSourceOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrustedProxy: (address: string | undefined) => boolean,
): string {
  const forwardedAddresses = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .filter((address) => address.trim() !== '');
  let address = socket.remoteAddress;
  while (forwardedAddresses.length > 0 && isTrustedProxy(address)) address = forwardedAddresses.pop()?.trim();
  return plainAddress(address) ?? plainAddress(socket.remoteAddress) ?? unspecifiedAddress;
}

/** The IP address, without a port, in a forwarded header or of a socket; undefined if there is none. */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const family = isIP(text);
  if (family === 4) return text;
  if (family === 6) return unmapIpv4(text);
  const match = addressWithPort.exec(text.trim());
  const address = match?.[1] ?? match?.[2];
  return address === undefined || isIP(address) === 0 ? undefined : plainAddress(address);
}

function unmapIpv4(address: string): string {
  if (!/^[0:]*:ffff:/i.test(address) || !ipaddr.isValid(address)) return address;
  return ipaddr.process(address).toString();
}

/**
 * Returns a function that tests whether an address belongs to a trusted proxy.
 * @param ranges addresses and CIDR ranges of the setting `trusted_proxies`
 */
export function trustedProxyTest(ranges: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [text = '', prefix] = range.split('/');
    const network = plainAddress(text) ?? text;
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6';
    // The prefix length of an IPv4-mapped range includes the 96 bits before the IPv4 address.
    const before = family === 'ipv4' && text.includes(':') ? 96 : 0;
    if (prefix === undefined) trusted.addAddress(network, family);
    else trusted.addSubnet(network, Math.max(0, Number(prefix) - before), family);
  }
  return function isTrustedProxy(text) {
    const address = plainAddress(text);
    return address !== undefined && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  };
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const;

/**
 * Whether this machine has sent the request. False for forwarded requests, even if the proxy is on this machine and not
 * configured as a trusted proxy.
 */
export function isLocal(request: FastifyRequest): boolean {
  const forwarded = forwardingHeaders.some((name) => request.headers[name] !== undefined);
  return !forwarded && isLocalSocket(request.raw.socket);
}

/** Whether each connection comes from this machine, cached because the addresses of a connection do not change. */
const localSockets = new WeakMap<Socket, boolean>();

function isLocalSocket(socket: Socket): boolean {
  const cached = localSockets.get(socket);
  if (cached !== undefined) return cached;
  const isLoopback = isLoopbackAddress(socket.remoteAddress ?? '');
  localSockets.set(socket, isLoopback);
  return isLoopback;
}

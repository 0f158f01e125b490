import { BlockList, isIP } from 'node:net';
import type { Configuration } from '../../platform/configuration/index.js';
import { withoutBrackets } from '../../platform/network/index.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address, as a socket or a setting has it, is this machine's own. */
export function isLoopback(address: string): boolean {
  const plain = withoutBrackets(address).replace(/^::ffff:(?=\d+\.)/i, '');
  if (plain === 'localhost' || plain.endsWith('.localhost')) return true;
  const family = isIP(plain);
  return family !== 0 && loopback.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Refuses to serve open alerts beyond this machine, unless that was said twice.
 * @throws {Error} that says what to set
 */
export function assertMayListen(configuration: Configuration): void {
  const { host } = configuration.server;
  if (configuration.auth.alerts !== 'open' || isLoopback(host)) return;
  throw new Error(
    `[auth] alerts = open serves alerts to everybody, so the server listens on a loopback address only, and [server] host is ${host}: set alerts = token, or say it twice (alerts = open open)`,
  );
}

/** `host` or `host:port` of a URL and of the Host header, without the port. */
export function hostName(authority: string): string {
  const match = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(authority);
  return (match?.[1] ?? authority).toLowerCase();
}

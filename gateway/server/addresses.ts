import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
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
 * The setting by which others than this machine reach the server, with its value: its own address, or one of a proxy in front of it. Undefined
 * while only this machine does.
 */
export function publicSetting({ server, drive }: Configuration): string | undefined {
  if (!isLoopback(server.host)) return `[server] host is ${server.host}`;
  if (server.trustedProxies.length > 0) return `[server] trusted_proxies is ${server.trustedProxies.join(', ')}`;
  if (isPublicUrl(server.publicUrl)) return `[server] public_url is ${server.publicUrl}`;
  if (isPublicUrl(drive.notificationUrl)) return `[drive] notification_url is ${drive.notificationUrl}`;
  return undefined;
}

function isPublicUrl(url: string): boolean {
  return url !== '' && !isLoopback(new URL(url).hostname);
}

/**
 * Refuses to serve open alerts beyond this machine, unless that was said twice.
 * @throws {Error} that says what to set
 */
export function assertMayListen(configuration: Configuration): void {
  const reason = publicSetting(configuration);
  if (configuration.auth.alerts !== 'open' || reason === undefined) return;
  throw new Error(
    `[auth] alerts = open serves the alerts of all tenants without a token, which is for this machine only, and ${reason}: set alerts = token, or confirm it with alerts = open open`,
  );
}

/**
 * The host name of a `host` or `host:port`, as a URL or a Host header has it, in the one form in which names are compared: lower case,
 * ASCII (RFC 5891), without the port and without the dot at the end.
 */
export function hostName(authority: string): string {
  const match = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(authority);
  return asciiName(match?.[1] ?? authority)
    .toLowerCase()
    .replace(/(?<=[^.])\.$/, '');
}

/** The host names of the URLs in the settings that lead to this server. */
export function ownHostNames({ server, drive }: Pick<Configuration, 'server' | 'drive'>): string[] {
  const urls = [server.publicUrl, drive.notificationUrl].filter((url) => url !== '');
  return [...new Set(urls.map((url) => hostName(new URL(url).host)))];
}

/** Node reads each byte of a header as one character, and clients that send other than ASCII names send UTF-8. */
function asciiName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  return domainToASCII(Buffer.from(name, 'latin1').toString('utf8')) || name;
}

import { BlockList, isIP } from 'node:net';
import type { Configuration } from '../../platform/configuration/index.js';
import { removeBrackets } from '../../platform/network/index.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether the address in a setting or of a socket is a loopback address. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost' || address.endsWith('.localhost')) return true;
  return isLoopbackAddress(removeBrackets(address));
}

/** Whether an IP address, without brackets, is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  return family !== 0 && loopback.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The setting, with its value, that makes the server reachable from other machines: its address, a trusted proxy or a
 * public URL. Undefined if only this machine can reach the server.
 */
export function exposingSetting({ server, drive }: Configuration): string | undefined {
  if (!isLoopback(server.host)) return `[server] host is ${server.host}`;
  if (server.trustedProxies.length > 0) return `[server] trusted_proxies is ${server.trustedProxies.join(', ')}`;
  if (isPublicUrl(server.publicUrl)) return `[server] public_url is ${server.publicUrl}`;
  if (isPublicUrl(drive.notificationUrl)) return `[drive] notification_url is ${drive.notificationUrl}`;
  if (isPublicUrl(drive.lifecycleNotificationUrl))
    return `[drive] lifecycle_notification_url is ${drive.lifecycleNotificationUrl}`;
  return undefined;
}

function isPublicUrl(url: string): boolean {
  return url !== '' && !isLoopback(new URL(url).hostname);
}

/**
 * Prevents serving alerts without authentication to other machines, unless the setting `alerts` is `open open`.
 * @throws {Error} with the setting to change
 */
export function assertMayListen(configuration: Configuration): void {
  const reason = exposingSetting(configuration);
  if (configuration.auth.alerts !== 'open' || reason === undefined) return;
  throw new Error(
    `[auth] alerts = open gives clients without a token access to the alerts of all tenants, so only this machine may reach the server, but ${reason}: set alerts = token, or set alerts = open open to permit access from other machines`,
  );
}

import { isLoopback } from '../../../gateway/authentication/index.js';
import type { Configuration } from '../../../platform/configuration/index.js';
import { type Check, type CheckResult, ok, warning } from '../check.js';

/** Checks that the settings require encryption for credentials and data that leave this machine. */
export const encryption: Check = {
  name: 'encryption',
  run: ({ configuration }) => assessEncryption(configuration),
};

/**
 * Warns about the first setting that allows an unencrypted connection or accepts any certificate. Unencrypted
 * connections to the primary database are reported by the database check.
 */
function assessEncryption({ server, cluster, mail, database }: Configuration): CheckResult {
  const isBehindProxy = server.trustedProxies.length > 0 || server.publicUrl.startsWith('https:');
  if (!isLocalHost(server.host) && !isBehindProxy) {
    return warning(
      `[server] host is ${server.host}, and the main listener uses plain HTTP: tokens and alerts are sent unencrypted`,
      'terminate TLS in a proxy, add the proxy to [server] trusted_proxies, and set public_url to its https URL',
    );
  }
  if (isPlainHttp(server.publicUrl)) {
    return warning(
      `[server] public_url is ${server.publicUrl}: tokens and alerts are sent unencrypted`,
      'terminate TLS in the proxy, and set public_url to its https URL',
    );
  }
  const { alertsUrl, zonesUrl, licensesUrl, driveUrl } = cluster;
  const unencrypted = [alertsUrl, zonesUrl, licensesUrl, driveUrl].find(isPlainHttp);
  if (unencrypted !== undefined) {
    return warning(
      `[cluster] contains ${unencrypted}: calls to this URL are signed but not encrypted`,
      'use the https URL of a proxy in front of that process, or a private network',
    );
  }
  const ofDatabase = assessDatabaseUrls(database);
  if (ofDatabase !== undefined) return ofDatabase;
  if (/[?&]tls\.rejectUnauthorized=false/.test(mail.smtpUrl)) {
    return warning(
      '[mail] smtp_url accepts any certificate: an attacker in the middle can read emails with API keys',
      'remove tls.rejectUnauthorized=false; NODE_EXTRA_CA_CERTS adds a private certificate authority',
    );
  }
  return ok(
    'the main listener is local or behind a proxy, [cluster] contains no http URL of another machine, and [database] url and read_url and [mail] smtp_url accept no unverified certificates of other machines',
  );
}

function assessDatabaseUrls({ url, readUrl }: Configuration['database']): CheckResult | undefined {
  for (const [key, value] of Object.entries({ url, read_url: readUrl })) {
    if (!acceptsAnyCertificate(value)) continue;
    return warning(
      `[database] ${key} encrypts without verifying the certificate: an attacker in the middle can impersonate the database`,
      'use sslmode=verify-full; NODE_EXTRA_CA_CERTS adds a private certificate authority',
    );
  }
  if (!isRemoteDatabase(readUrl) || /[?&]ssl(mode)?=(?!disable|false)./.test(readUrl)) return undefined;
  return warning(
    '[database] read_url does not require TLS: data of the standby is sent unencrypted',
    'append ?sslmode=verify-full to [database] read_url; NODE_EXTRA_CA_CERTS adds a private certificate authority',
  );
}

function isPlainHttp(url: string): boolean {
  return url.startsWith('http:') && !isLocalHost(new URL(url).hostname);
}

/**
 * Whether connections to this database URL accept any certificate: the driver verifies certificates only with
 * `verify-full` and `verify-ca`.
 */
function acceptsAnyCertificate(url: string): boolean {
  return isRemoteDatabase(url) && /[?&]ssl(mode)?=(allow|prefer|require)\b/.test(url);
}

/** Whether a host of this database URL, which can have several, is not on this machine. */
function isRemoteDatabase(url: string): boolean {
  const hosts = /^\w+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1]?.split(',') ?? [];
  return hosts.some((host) => host !== '' && !isLocalHost(host.replace(/:\d+$/, '')));
}

function isLocalHost(host: string): boolean {
  return isLoopback(host.toLowerCase());
}

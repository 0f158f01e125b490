import { isIP } from 'node:net';
import { type Details, pattern, type Setting, splitList } from './setting.js';

/** An address to listen on: an IP address or a hostname, without a port. */
export function host(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (input === '') throw new Error('must not be empty');
    if (isIP(input) === 0 && !/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(input)) {
      throw new Error('must be an IP address or a hostname');
    }
    return input;
  }
  return { secret: false, ...details, parse };
}

/** IP addresses and CIDR ranges, separated by commas or spaces. */
export function addressRanges(details: Details<readonly string[]>): Setting<readonly string[]> {
  function parse(input: string): readonly string[] {
    const ranges = splitList(input);
    if (!ranges.every(isAddressRange))
      throw new Error('must be IP addresses, or CIDR ranges with a prefix length of at least 1, such as 10.0.0.0/8');
    return ranges;
  }
  return { secret: false, ...details, parse };
}

/**
 * Whether the string is an IP address or a CIDR range. Returns false for the range of all addresses, because the proxy
 * library rejects it too.
 */
function isAddressRange(range: string): boolean {
  const match = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(range);
  const family = isIP(match?.[1] ?? '');
  if (match === null || family === 0) return false;
  const prefix = match[2] === undefined ? 1 : Number(match[2]);
  return prefix >= 1 && prefix <= (family === 4 ? 32 : 128);
}

/**
 * An http or https URL; may be empty. A URL with a user or password is rejected, because `rampart config` would print
 * both.
 */
export function httpUrl(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (input === '') return '';
    const url = URL.canParse(input) ? new URL(input) : undefined;
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new Error('must be an http or https URL');
    if (url.username !== '' || url.password !== '') throw new Error('must be a URL without a user or password');
    return input.replace(/\/+$/, '');
  }
  return { secret: false, ...details, parse };
}

/** An smtp or smtps URL; may be empty. The setting is a secret, because the URL may contain a password. */
export function smtpUrl(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (input === '') return '';
    const url = URL.canParse(input) ? new URL(input) : undefined;
    if ((url?.protocol !== 'smtp:' && url?.protocol !== 'smtps:') || url.hostname === '') {
      throw new Error('must be an smtp or smtps URL, such as smtp://user:password@host:587');
    }
    return input;
  }
  return { ...details, secret: true, parse };
}

/** The sender of emails, an address or `Name <address>`; may be empty. */
export function mailSender(details: Details<string>): Setting<string> {
  return pattern(/^(?:|[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/, {
    ...details,
    expected: 'must be an email address, such as rampart@example.com or Rampart <rampart@example.com>',
  });
}

const postgresUrlPattern = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^@/?#]*@)?(?<hosts>[^/?#]*)(?<rest>.*)$/i;

/**
 * A PostgreSQL URL as libpq defines it (PostgreSQL manual, 32.1.1.2 Connection URIs); may be empty. The URL can have
 * several hosts, or no host if `?host=` is the socket directory. The setting is a secret, because the URL may contain a
 * password.
 */
export function postgresUrl(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (input === '') return '';
    const { scheme = '', user = '', hosts = '', rest = '' } = postgresUrlPattern.exec(input)?.groups ?? {};
    // Only libpq allows a user or a port without a host. The host in the URL of a socket is not used, so it can be any.
    const isWithoutHost = /^(?::\d+)?$/.test(hosts) && user + hosts !== '';
    const url = isWithoutHost ? `${scheme}${user}localhost${hosts}${rest}` : input;
    // A host in the query would be used by one of the drivers only.
    const socket = new URLSearchParams(rest.replace(/^[^?]*/, '')).get('host') ?? '/';
    const isUnknown = scheme === '' || hosts.includes('%') || !socket.startsWith('/');
    if (isUnknown || !postgresHosts(url).every((host) => isReadable(host.url))) {
      throw new Error(
        'must be a PostgreSQL URL, such as postgres://user:password@host:5432/name or postgres://user@/name?host=/directory; percent-encode special characters in the password and the name',
      );
    }
    if (/[?&]ssl(?:mode)?=prefer(?:&|$)/.test(rest)) {
      // The driver of the job queue would not fall back to a connection without TLS.
      throw new Error('must not have the SSL mode prefer; use disable, require, verify-ca or verify-full');
    }
    return url;
  }
  return { ...details, secret: true, parse };
}

/** A host of a PostgreSQL URL. */
export interface PostgresHost {
  /** Hostname or IP address, with the port if the URL has one. */
  readonly address: string;
  /** The URL with only this host. */
  readonly url: string;
}

/**
 * The hosts of a PostgreSQL URL, which may have several (PostgreSQL manual, 32.1.1.3); an empty host is localhost.
 * Returns an empty list for other URLs.
 */
export function postgresHosts(url: string): PostgresHost[] {
  const { scheme = '', user = '', hosts = '', rest = '' } = postgresUrlPattern.exec(url)?.groups ?? {};
  if (scheme === '') return [];
  return hosts.split(',').map((host) => {
    const address = host || 'localhost';
    return { address, url: `${scheme}${user}${address}${rest}` };
  });
}

function isReadable(input: string): boolean {
  if (!URL.canParse(input)) return false;
  const { username, password, pathname } = new URL(input);
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

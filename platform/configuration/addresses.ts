import { isIP } from 'node:net';
import { type Details, type Setting, separated } from './setting.js';

/** An address to listen on: an IP address or a hostname, without a port. */
export function host(details: Details<string>): Setting<string> {
  function parse(written: string): string {
    if (written === '') throw new Error('must not be empty');
    if (isIP(written) === 0 && !/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(written)) {
      throw new Error('must be an IP address or a hostname');
    }
    return written;
  }
  return { secret: false, ...details, parse };
}

/** IP addresses and CIDR ranges, separated by commas or blanks. */
export function addressRanges(details: Details<readonly string[]>): Setting<readonly string[]> {
  function parse(written: string): readonly string[] {
    const ranges = separated(written);
    if (!ranges.every(isAddressRange)) throw new Error('must be addresses or CIDR ranges, such as 10.0.0.0/8');
    return ranges;
  }
  return { secret: false, ...details, parse };
}

/** A range of all addresses is none: the proxies' library refuses a prefix of 0 too. */
function isAddressRange(range: string): boolean {
  const match = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(range);
  const family = isIP(match?.[1] ?? '');
  if (match === null || family === 0) return false;
  const prefix = match[2] === undefined ? 1 : Number(match[2]);
  return prefix >= 1 && prefix <= (family === 4 ? 32 : 128);
}

/** An http or https URL, or nothing. A user and password in it would be shown by `rampart config`: they are refused. */
export function httpUrl(details: Details<string>): Setting<string> {
  function parse(written: string): string {
    if (written === '') return '';
    const url = URL.canParse(written) ? new URL(written) : undefined;
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new Error('must be an http or https URL');
    if (url.username !== '' || url.password !== '') throw new Error('must be a URL without user and password');
    return written.replace(/\/+$/, '');
  }
  return { secret: false, ...details, parse };
}

/** An smtp or smtps URL, or nothing. It may hold a password: it is a secret. */
export function smtpUrl(details: Details<string>): Setting<string> {
  function parse(written: string): string {
    if (written === '') return '';
    const url = URL.canParse(written) ? new URL(written) : undefined;
    if ((url?.protocol !== 'smtp:' && url?.protocol !== 'smtps:') || url.hostname === '') {
      throw new Error('must be an smtp or smtps URL, such as smtp://user:password@host:587');
    }
    return written;
  }
  return { ...details, secret: true, parse };
}

const postgresForm = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^@/?#]*@)?(?<hosts>[^/?#]*)(?<rest>.*)$/i;

/**
 * A PostgreSQL URL as libpq defines it (PostgreSQL manual, 32.1.1.2 Connection URIs), or nothing: also with several
 * hosts, and without a host when `?host=` names the socket's folder. It may hold a password: it is a secret.
 */
export function postgresUrl(details: Details<string>): Setting<string> {
  function parse(written: string): string {
    if (written === '') return '';
    const { scheme = '', user = '', hosts = '', rest = '' } = postgresForm.exec(written)?.groups ?? {};
    // Only libpq knows a user without a host; the host of a socket's URL is not used, so it may have one.
    const url = hosts === '' && user !== '' ? `${scheme}${user}localhost${rest}` : written;
    const parts = hosts.split(',').map((one) => `${scheme}${user}${one || 'localhost'}${rest}`);
    if (scheme === '' || hosts.includes('%') || !parts.every(isReadable)) {
      throw new Error(
        'must be a PostgreSQL URL, such as postgres://user:password@host:5432/name or postgres://user@/name?host=/directory (special characters of the password as %XX)',
      );
    }
    return url;
  }
  return { ...details, secret: true, parse };
}

function isReadable(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const { username, password } = new URL(written);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

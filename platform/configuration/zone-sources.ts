import { isIP } from 'node:net';
import { canonicalAddress } from '../canonical-address.js';
import { type Details, listFormat, type Setting, splitList } from './setting.js';

/** Source of a zone's data. */
export type ZoneSource = {
  /** Name of the zone in lower case, such as `com`; `root` for the DNS root zone; `*` for all zones of CZDS. */
  readonly zone: string;
  /** The source as written in the settings, such as `czds` or `axfr://zonedata.example`. */
  readonly origin: string;
} & (HttpsSource | TransferSource | CzdsSource);

interface HttpsSource {
  readonly kind: 'https';
  readonly url: string;
}

/** A zone transfer from a primary server (RFC 5936, RFC 1995). */
interface TransferSource {
  readonly kind: 'axfr';
  readonly host: string;
  readonly port: number;
  /** Name of the TSIG key in `tsig_keys`; null: requests are not signed. */
  readonly key: string | null;
  /** TLS verification of a transfer over TLS (RFC 9103); null: transfer over TCP. */
  readonly tls: TransferTls | null;
}

/** How the server of a transfer over TLS is verified. */
export interface TransferTls {
  /**
   * SHA-256 of the server's public key (RFC 7858, section 4.2), in base64; null: the server is verified by its name and
   * certificate authority.
   */
  readonly pin: string | null;
}

/** A source of zones in ICANN's Centralized Zone Data Service. */
interface CzdsSource {
  readonly kind: 'czds';
}

/** Matches names of zones: at least one label, in Punycode. */
const zonePattern = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;
const transferPattern =
  /^axfr(?<tls>\+tls)?:\/\/(?:(?<key>[^@/\s]+)@)?(?<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?<port>\d{1,5}))?\/?(?:\?pin=(?<pin>[A-Za-z0-9+/]{43}=))?$/i;

/** Zone sources as `ZONE=SOURCE`, separated by commas or spaces; may be empty. */
export function zoneSources(details: Details<readonly ZoneSource[]>): Setting<readonly ZoneSource[]> {
  function parse(input: string): readonly ZoneSource[] {
    const sources = splitList(input).map(zoneSource);
    const duplicate = sources.find(({ zone }, index) => sources.findIndex((other) => other.zone === zone) !== index);
    if (duplicate !== undefined) throw new Error(`must not contain two sources for ${duplicate.zone}`);
    return sources;
  }
  return { secret: false, ...details, parse, format: listFormat(({ zone, origin }) => `${zone}=${origin}`) };
}

function zoneSource(input: string, index: number): ZoneSource {
  const end = input.indexOf('=');
  const zone = normalizeZone(input.slice(0, Math.max(0, end)));
  const origin = input.slice(end + 1);
  // With its trailing dot, a valid name has at most 254 characters.
  if (zone.length > 253 || !(zone === '*' || zonePattern.test(zone))) {
    throw new Error(`must be pairs such as com=czds; pair ${index + 1} does not begin with the name of a zone and =`);
  }
  if (zone === '*' && origin.toLowerCase() !== 'czds') throw new Error('must specify czds as the source of *');
  const source = origin.toLowerCase() === 'czds' ? ({ kind: 'czds' } as const) : parseOrigin(origin);
  if (source === undefined) {
    throw new Error(
      `must specify czds, axfr://[KEY@]HOST[:PORT], axfr+tls://[KEY@]HOST[:PORT][?pin=SHA256] or an https URL without a user or password as the source of ${zone}`,
    );
  }
  return { zone, origin: source.kind === 'czds' ? 'czds' : origin, ...source };
}

/** The name of a zone that may be written with the suffix `.zone` or a trailing dot. */
function normalizeZone(text: string): string {
  return text.toLowerCase().replace(/(?<=.)\.(zone)?$/, '');
}

function parseOrigin(origin: string): HttpsSource | TransferSource | undefined {
  const transfer = transferPattern.exec(origin)?.groups;
  if (transfer?.host !== undefined) {
    const { key = null, host, pin = null } = transfer;
    const tls = transfer.tls === undefined ? null : { pin };
    const port = Number(transfer.port ?? (tls === null ? 53 : 853));
    // A pin without TLS would verify nothing.
    if (port < 1 || port > 65_535 || (tls === null && pin !== null)) return undefined;
    return { kind: 'axfr', host: normalizeHost(host), port, key, tls };
  }
  const url = secureUrl(origin);
  return url === undefined ? undefined : { kind: 'https', url };
}

function normalizeHost(text: string): string {
  const host = text.replace(/^\[|\]$/g, '');
  return isIP(host) === 6 ? canonicalAddress(host) : host;
}

/** An https URL, or an http URL of a loopback address, without a user or password; undefined for other text. */
export function secureUrl(input: string): string | undefined {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return url === undefined || !isSecure || url.username !== '' || url.password !== '' ? undefined : url.href;
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** Algorithms of TSIG keys (RFC 8945, section 6), except the deprecated ones, and their names in `node:crypto`. */
export const tsigAlgorithms = {
  'hmac-sha224': 'sha224',
  'hmac-sha256': 'sha256',
  'hmac-sha384': 'sha384',
  'hmac-sha512': 'sha512',
} as const;

/** A key that signs zone transfers. */
export interface TsigKey {
  /** Name of the key in lower case, without a trailing dot. */
  readonly name: string;
  readonly algorithm: keyof typeof tsigAlgorithms;
  /** The shared secret in base64. */
  readonly secret: string;
}

const keyPattern =
  /^(?:(?<algorithm>[a-z0-9-]+):)?(?<name>[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*)\.?:(?<secret>[A-Za-z0-9+/]+={0,2})$/i;

/** Keys in the form of `dig -y`: `[ALGORITHM:]NAME:SECRET`, separated by commas or spaces; may be empty. */
export function tsigKeys(details: Details<readonly TsigKey[]>): Setting<readonly TsigKey[]> {
  function parse(input: string): readonly TsigKey[] {
    const keys = splitList(input).map(tsigKey);
    const duplicate = keys.find(({ name }, index) => keys.findIndex((other) => other.name === name) !== index);
    if (duplicate !== undefined) throw new Error(`must not contain two keys with the name ${duplicate.name}`);
    return keys;
  }
  const format = listFormat<TsigKey>(({ name, algorithm, secret }) => `${algorithm}:${name}:${secret}`);
  return { ...details, secret: true, parse, format };
}

/**
 * Parses a TSIG key. Error messages identify keys by position, because any part may be a secret that was written in the
 * wrong form.
 */
function tsigKey(input: string, index: number): TsigKey {
  const { algorithm: name = 'hmac-sha256', name: key, secret } = keyPattern.exec(input)?.groups ?? {};
  const algorithm = name.toLowerCase();
  if (key === undefined || secret === undefined) {
    throw new Error(`must be keys such as hmac-sha256:NAME:SECRET, with the secret in base64; key ${index + 1} is not`);
  }
  if (!isAlgorithm(algorithm)) {
    throw new Error(
      `must use one of the algorithms ${Object.keys(tsigAlgorithms).join(', ')}; key ${index + 1} uses another`,
    );
  }
  return { name: key.toLowerCase(), algorithm, secret };
}

function isAlgorithm(name: string): name is TsigKey['algorithm'] {
  return Object.hasOwn(tsigAlgorithms, name);
}

/** The token that an HTTPS source of a zone requires. */
export interface SourceToken {
  readonly zone: string;
  readonly token: string;
}

/** Tokens of zone sources as `ZONE:TOKEN`, separated by commas or spaces; may be empty. */
export function sourceTokens(details: Details<readonly SourceToken[]>): Setting<readonly SourceToken[]> {
  function parse(input: string): readonly SourceToken[] {
    return splitList(input).map((pair, index) => {
      const end = pair.indexOf(':');
      const zone = normalizeZone(pair.slice(0, Math.max(0, end)));
      const token = pair.slice(end + 1);
      if (!zonePattern.test(zone) || !/^[\x21-\x7e]+$/.test(token)) {
        throw new Error(`must be pairs such as com:TOKEN, in printable ASCII; pair ${index + 1} is not`);
      }
      return { zone, token };
    });
  }
  return { ...details, secret: true, parse, format: listFormat(({ zone, token }) => `${zone}:${token}`) };
}

/** A daily time window, in minutes since midnight UTC. If `from` is later than `to`, the window spans midnight. */
export interface DayWindow {
  readonly from: number;
  readonly to: number;
}

/** A daily time window, written as `HH:MM-HH:MM`; may be empty. */
export function dayWindow(details: Details<DayWindow | ''>): Setting<DayWindow | ''> {
  function parse(input: string): DayWindow | '' {
    if (input === '') return '';
    const [from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(input)?.slice(1).map(minutesOf) ?? [];
    if (from === undefined || to === undefined || from === to) {
      throw new Error('must be two different times of day in UTC, such as 06:00-22:00');
    }
    return { from, to };
  }
  function format(window: DayWindow | ''): string {
    return window === '' ? '' : `${timeOfDay(window.from)}-${timeOfDay(window.to)}`;
  }
  return { secret: false, ...details, parse, format };
}

function minutesOf(time: string): number | undefined {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours > 23 || minutes > 59 ? undefined : hours * 60 + minutes;
}

function timeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Checks the settings of zone sources against each other, and returns each problem as a sentence. */
export function problemsOfSources(zones: {
  readonly sources: readonly ZoneSource[];
  readonly tsigKeys: readonly TsigKey[];
  readonly czdsUsername: string;
  readonly czdsPassword: string;
}): string[] {
  const problems = zones.sources.flatMap((source) => {
    if (source.kind !== 'axfr' || source.key === null) return [];
    const name = source.key.toLowerCase().replace(/\.$/, '');
    if (zones.tsigKeys.some((key) => key.name === name)) return [];
    return [`[zones] sources: the key ${source.key} of the zone ${source.zone} is not defined; add it to tsig_keys`];
  });
  const isComplete = zones.czdsUsername !== '' && zones.czdsPassword !== '';
  if (zones.sources.some(({ kind }) => kind === 'czds') && !isComplete) {
    problems.push('[zones] sources contains czds, which requires czds_username and czds_password');
  }
  return problems;
}

import { DomainError } from '../../../../platform/domain-error.js';

/**
 * Position of a search in the current state: the end of the range that was read. `data` is the last returned nameserver
 * of the name at `domain`; null if none of its nameservers was returned. Names are ordered as whole strings, then by
 * zone.
 */
export interface StateCursor {
  readonly domain: string;
  /** Name of the zone; the empty string sorts before all of them. */
  readonly zone: string;
  readonly data: string | null;
}

/** Position in a change-set, which is ordered by time, import and label. */
export interface ChangeCursor {
  /** Time of the change in Unix epoch milliseconds. */
  readonly at: number;
  readonly ingest: number;
  readonly label: string;
  readonly data: string | null;
}

/**
 * Maximum length of a cursor. Two names of 255 bytes, all of them written as `\DDD`, have 2550 characters in JSON, and
 * 3400 in base64; the rest is for the zone and for percent-encoding.
 */
const maxCursorLength = 4096;

/** The opaque cursor: base64url without padding, which needs no escapes in a query string. */
export function encodePageCursor(position: StateCursor | ChangeCursor): string {
  const parts =
    'ingest' in position
      ? [position.at, position.ingest, position.label, position.data]
      : [position.domain, position.zone, position.data];
  return encode(parts);
}

/**
 * Decodes a cursor of a search in the current state.
 * @throws {DomainError} BAD_USER_INPUT for an invalid cursor
 */
export function decodeStateCursor(cursor: string): StateCursor {
  const [domain, zone, data, ...rest] = decodeParts(cursor);
  if (isText(domain) && isText(zone) && isData(data) && rest.length === 0) return { domain, zone, data };
  throw invalidCursor();
}

/**
 * Decodes a cursor of a change-set.
 * @throws {DomainError} BAD_USER_INPUT for an invalid cursor
 */
export function decodeChangeCursor(cursor: string): ChangeCursor {
  const [at, ingest, label, data, ...rest] = decodeParts(cursor);
  const isPosition = isInteger(at) && isInteger(ingest) && ingest <= maxId && isText(label) && isData(data);
  if (isPosition && rest.length === 0) return { at, ingest, label, data };
  throw invalidCursor();
}

/** Maximum id of an ingest: ids are 32-bit integers. */
const maxId = 2 ** 31 - 1;

function isData(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
}

function isInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function decodeParts(cursor: string): unknown[] {
  if (cursor.length > maxCursorLength) throw invalidCursor();
  try {
    const text = normalizeCursor(cursor);
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && encode(parts) === text) return parts;
  } catch {
    // Reported like any other invalid cursor.
  }
  throw invalidCursor();
}

/**
 * Normalizes a cursor to the form that was issued. Accepts standard base64 (RFC 4648, section 4) with or without
 * padding, percent-encoding by a client whose URL library encodes again, and a space instead of `+`.
 * @throws {URIError} for a malformed escape
 */
function normalizeCursor(cursor: string): string {
  return decodeURIComponent(cursor)
    .replaceAll(/[ +]/g, '-')
    .replaceAll('/', '_')
    .replace(/={0,2}$/, '');
}

function encode(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function invalidCursor(): DomainError {
  return new DomainError('BAD_USER_INPUT', 'Invalid after: it is not the next_cursor of a page of this search');
}

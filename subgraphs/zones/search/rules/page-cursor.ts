import { DomainError } from '../../../../platform/domain-error.js';

/**
 * How far the pages of a search have come: the end of the range looked at. `data` is the last nameserver of the name that
 * was given out; null when nothing of the name at `domain` was. Names are ordered as whole texts, then by zone.
 */
export interface StatePlace {
  readonly domain: string;
  /** Name of the zone; the empty text is before all of them. */
  readonly zone: string;
  readonly data: string | null;
}

/** The same within a change-set, which goes import by import in the order of their times, and within one by label. */
export interface ChangePlace {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly ingest: number;
  readonly label: string;
  readonly data: string | null;
}

const longestCursor = 2048;

/** The opaque form of a place: base64url without padding, which needs no escapes in a query string. */
export function encodePageCursor(place: StatePlace | ChangePlace): string {
  const parts =
    'ingest' in place ? [place.at, place.ingest, place.label, place.data] : [place.domain, place.zone, place.data];
  return textOf(parts);
}

/**
 * The place that a cursor of a search in the current state names.
 * @throws {DomainError} BAD_USER_INPUT when it names none
 */
export function decodeStateCursor(cursor: string): StatePlace {
  const [domain, zone, data, ...rest] = decodeParts(cursor);
  if (isText(domain) && isText(zone) && isData(data) && rest.length === 0) return { domain, zone, data };
  throw badCursor();
}

/**
 * The place that a cursor of a change-set names.
 * @throws {DomainError} BAD_USER_INPUT when it names none
 */
export function decodeChangeCursor(cursor: string): ChangePlace {
  const [at, ingest, label, data, ...rest] = decodeParts(cursor);
  const isPlace = isInteger(at) && isInteger(ingest) && ingest <= greatestId && isText(label) && isData(data);
  if (isPlace && rest.length === 0) return { at, ingest, label, data };
  throw badCursor();
}

/** Imports are numbered in 32 bits. */
const greatestId = 2 ** 31 - 1;

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
  if (cursor.length > longestCursor) throw badCursor();
  try {
    const text = issuedForm(cursor);
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && textOf(parts) === text) return parts;
  } catch {
    // Reported like every other text that is no cursor.
  }
  throw badCursor();
}

/**
 * The text as it was issued, of any form that a client may have given it: RFC 4648, section 4, with or without padding. An
 * escape is what a client encoded before its URL library did; a blank is the `+` that a query string turned into it.
 * @throws {URIError} for a malformed escape
 */
function issuedForm(cursor: string): string {
  return decodeURIComponent(cursor)
    .replaceAll(/[ +]/g, '-')
    .replaceAll('/', '_')
    .replace(/={0,2}$/, '');
}

function textOf(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function badCursor(): DomainError {
  return new DomainError('BAD_USER_INPUT', 'Invalid after: it is not the next_cursor of a page of this search');
}

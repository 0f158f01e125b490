import type { IncomingHttpHeaders } from 'node:http';
import { matchesEtag } from '../../gateway/index.js';

/** A range of bytes; both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface Representation {
  readonly size: number;
  readonly entityTag: string;
  readonly modifiedAt: number | null;
}

/**
 * Whether a precondition of the request fails: the client expects other content, such as that of an earlier part (RFC
 * 9110, sections 13.1.1 and 13.1.4).
 */
export function isPreconditionFailed(headers: IncomingHttpHeaders, { entityTag, modifiedAt }: Representation): boolean {
  const tags = headers['if-match'];
  // Strong comparison: a weak tag never matches.
  if (tags !== undefined) return tags.trim() !== '*' && tags.match(entityTags)?.includes(entityTag) !== true;
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return modifiedAt !== null && !Number.isNaN(since) && Math.floor(modifiedAt) * 1000 > since;
}

/** Matches each entity tag of a list (RFC 9110, section 8.8.3). */
const entityTags = /(?:W\/)?"[^"]*"/g;

/** Whether the client already has this content (RFC 9110, section 13.1.2). */
export function isNotModified(headers: IncomingHttpHeaders, { entityTag, modifiedAt }: Representation): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return matchesEtag(tags, entityTag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modifiedAt !== null && !Number.isNaN(since) && Math.floor(modifiedAt) * 1000 <= since;
}

/**
 * The requested range of the content (RFC 9110, section 14). Undefined if the whole content must be sent: without a
 * range, for several ranges, for an invalid header, and if `If-Range` does not match.
 */
export function rangeOf(
  headers: IncomingHttpHeaders,
  { size, entityTag }: Representation,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  if (first === '' && last === '') return undefined;
  if (condition !== undefined && condition !== entityTag) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

import type { IncomingHttpHeaders } from 'node:http';

/** First and last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface Representation {
  readonly size: number;
  readonly entityTag: string;
  readonly modifiedAt: number | null;
}

/** RFC 9110, section 13.1.2: whether the client has this content already. */
export function isUnmodified(headers: IncomingHttpHeaders, { entityTag, modifiedAt }: Representation): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => ['*', entityTag].includes(tag.trim().replace(/^W\//, '')));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modifiedAt !== null && !Number.isNaN(since) && Math.floor(modifiedAt) * 1000 <= since;
}

/**
 * RFC 9110, section 14: the one range that is wanted. Undefined: the whole content, also for several ranges or a header that
 * cannot be read, and where `If-Range` names another content.
 */
export function rangeOf(
  headers: IncomingHttpHeaders,
  { size, entityTag }: Representation,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
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

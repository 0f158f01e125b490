import { DomainError } from '../../../../platform/domain-error.js';
import { parseZoneName } from '../../names.js';
import { type ChangeCursor, decodeChangeCursor, decodeStateCursor, type StateCursor } from './page-cursor.js';
import { parseSearch, type SearchPattern } from './pattern.js';
import { parseBounds, type SearchBounds } from './window.js';

type Given<Value> = Value | null | undefined;

/** The parameters of the download endpoint: specification, section 4. */
export interface SearchInput {
  zone: string;
  search?: Given<string>;
  limit?: Given<number>;
  start?: Given<string>;
  end?: Given<string>;
  /** An empty string counts as absent, as in `pit`. */
  after?: Given<string>;
  pit?: Given<string>;
}

/** Parsed parameters, before the zone and the account are known. */
export interface SearchParameters {
  /** Null: all zones. */
  readonly zone: string | null;
  readonly pattern: SearchPattern;
  readonly bounds: SearchBounds;
  readonly limit: number;
  /** Null: a first page. */
  readonly continuation: { readonly pit: string; readonly after: string } | null;
}

/**
 * Parses and validates the parameters.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function readParameters(input: SearchInput, now: number): SearchParameters {
  const continuation = continuationOf(input);
  if (continuation !== null) assertCursor(continuation.after);
  return {
    zone: parseZoneName(input.zone),
    pattern: parseSearch(input.search),
    bounds: parseBounds({ start: input.start, end: input.end, now }),
    limit: parseLimit(input.limit),
    continuation,
  };
}

/** Clients send both on every page, empty on the first one: empty counts as absent, as for `search`. */
function continuationOf({ pit, after }: Pick<SearchInput, 'pit' | 'after'>): SearchParameters['continuation'] {
  if (!pit && !after) return null;
  if (pit && after) return { pit, after };
  throw new DomainError('BAD_USER_INPUT', 'after and pit must be sent together');
}

/** Rejects a cursor that no search can have issued before its session is read. */
function assertCursor(after: string): StateCursor | ChangeCursor {
  try {
    return decodeStateCursor(after);
  } catch {
    return decodeChangeCursor(after);
  }
}

export const defaultLimit = 1000;
const maxLimit = 10_000;

/**
 * The requested page size, before any ceiling.
 * @throws {DomainError} BAD_USER_INPUT outside of 1 to 10000
 */
export function parseLimit(limit: number | null | undefined): number {
  if (limit === null || limit === undefined) return defaultLimit;
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxLimit) return limit;
  throw new DomainError('BAD_USER_INPUT', `limit must be an integer from 1 to ${maxLimit}`);
}

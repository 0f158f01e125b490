import { DomainError } from '../../../../platform/domain-error.js';
import { parseZoneName } from '../../names.js';
import { type ChangePlace, decodeChangeCursor, decodeStateCursor, type StatePlace } from './page-cursor.js';
import { parseSearch, type SearchPattern } from './pattern.js';
import { type GivenBounds, parseBounds } from './window.js';

type Given<Value> = Value | null | undefined;

/** The parameters of the download endpoint: specification, section 4. */
export interface SearchInput {
  zone: string;
  search?: Given<string>;
  limit?: Given<number>;
  start?: Given<string>;
  end?: Given<string>;
  /** Empty counts as absent, as in `pit`. */
  after?: Given<string>;
  pit?: Given<string>;
}

/** The parameters as they are understood, before anything is known of the zone and the account. */
export interface SearchParameters {
  /** Null: all zones. */
  readonly zone: string | null;
  readonly pattern: SearchPattern;
  readonly bounds: GivenBounds;
  readonly limit: number;
  /** Null: a first page. */
  readonly continuation: { readonly pit: string; readonly after: string } | null;
}

/**
 * Reads and checks the parameters.
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

/** Clients send both on every page, empty on the first one: empty counts as absent, as it does for `search`. */
function continuationOf({ pit, after }: Pick<SearchInput, 'pit' | 'after'>): SearchParameters['continuation'] {
  if (!pit && !after) return null;
  if (pit && after) return { pit, after };
  throw new DomainError('BAD_USER_INPUT', 'after and pit must be sent together');
}

/** A cursor that no search can have given is refused before its session is looked for. */
function assertCursor(after: string): StatePlace | ChangePlace {
  try {
    return decodeStateCursor(after);
  } catch {
    return decodeChangeCursor(after);
  }
}

export const defaultLimit = 1000;
const greatestLimit = 10_000;

/**
 * The size of a page that was asked for, before any ceiling.
 * @throws {DomainError} BAD_USER_INPUT outside of 1 to 10000
 */
export function parseLimit(limit: number | null | undefined): number {
  if (limit === null || limit === undefined) return defaultLimit;
  if (Number.isInteger(limit) && limit >= 1 && limit <= greatestLimit) return limit;
  throw new DomainError('BAD_USER_INPUT', `limit must be an integer from 1 to ${greatestLimit}`);
}

import { DomainError } from '../../../../platform/domain-error.js';
import {
  type ChangePlace,
  decodeChangeCursor,
  decodeStateCursor,
  type StatePlace,
} from '../../rules/search/page-cursor.js';
import { parseSearch, type SearchPattern } from '../../rules/search/search-pattern.js';
import { parseLimit } from '../../rules/search/search-terms.js';
import { type GivenBounds, parseBounds } from '../../rules/search/window.js';
import { parseZoneName } from '../../rules/search/zone-name.js';

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

/** The text of a pattern as sessions keep it. */
export function patternText(pattern: SearchPattern): string {
  return pattern.kind === 'browse' ? '' : pattern.text;
}

/** A cursor that no search can have given is refused before its session is looked for. */
function assertCursor(after: string): StatePlace | ChangePlace {
  try {
    return decodeStateCursor(after);
  } catch {
    return decodeChangeCursor(after);
  }
}

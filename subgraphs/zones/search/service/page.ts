import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import type { SelectiveSearch } from '../repository/selective-names.js';
import type { SearchZone } from '../repository/sessions.js';
import { mayMatchIn } from '../rules/label-range.js';
import type { PairObservation } from '../rules/observations.js';
import { dayMilliseconds, patternText, type SearchPattern, type Window } from '../rules/parameters.js';

/** Query of a session. Times are in milliseconds since the Unix epoch. */
export interface Search {
  readonly zones: readonly SearchZone[];
  readonly pattern: SearchPattern;
  readonly watermark: number;
  /** Null: the current state. */
  readonly window: Window | null;
  /** Pairs that became inactive before this time are not part of the current state. */
  readonly inactiveFrom: number;
}

/** The search without zones in which no name can match. */
export function inPossibleZones<Searched extends Search>(search: Searched): Searched {
  return { ...search, zones: search.zones.filter(({ suffix }) => mayMatchIn(search.pattern, suffix)) };
}

/** An observation of a page. */
export interface ObservationRecord extends PairObservation {
  readonly domain: string;
  /** Name of the zone. */
  readonly zone: string;
}

/** Query for one page. */
export interface PageQuery<Searched extends Search, Cursor> {
  readonly search: Searched;
  /** Cursor of the previous page; null: the first page. */
  readonly after: Cursor | null;
  /** Maximum number of observations. */
  readonly limit: number;
  /** Time limit of a wildcard search, in milliseconds; default 2000. */
  readonly milliseconds?: number;
}

export interface Page<Cursor> {
  readonly results: readonly ObservationRecord[];
  /** Cursor of the next page; null when there is none. */
  readonly next: Cursor | null;
  /** The time limit was reached before the page was full. */
  readonly isPartial: boolean;
  /** Cursor of a result. */
  positionOf(index: number): Cursor;
}

/** Time limit of a wildcard page; other searches find their matches by an index. */
const pageMilliseconds = 2000;

/** Time budget of a page, measured with a monotonic clock. */
export class PageTime {
  readonly #begin = performance.now();
  readonly #isBounded: boolean;
  readonly #milliseconds: number;

  constructor({ pattern }: Pick<Search, 'pattern'>, milliseconds = pageMilliseconds) {
    this.#isBounded = pattern.kind === 'wildcard';
    this.#milliseconds = milliseconds;
  }

  /** Whether the page must end with the matches found so far. */
  get isUp(): boolean {
    return this.#isBounded && this.left === 0;
  }

  get left(): number {
    return Math.max(0, this.#milliseconds - this.taken);
  }

  get taken(): number {
    return performance.now() - this.#begin;
  }
}

/** By method of a selective search; false: it timed out the last time. */
export type TimeFor = Readonly<Record<SelectiveSearch['by'], boolean>>;

/** A range of names or changes without a match of a search. */
export interface NoMatchRange<Cursor> {
  readonly from: Cursor;
  readonly to: Cursor;
  /** `inactiveFrom` of the search: searches with fewer inactive pairs have no match here either. */
  readonly inactiveFrom: number;
  readonly hasTimeFor: TimeFor;
}

export const timeForAll: TimeFor = { trigrams: true, scan: true };

const maxEntries = 1000;

/**
 * Caches ranges without a match of searches that reached the time limit of a page. Clients take an empty page for the last
 * one (specification, section 4, pagination rule 3), so such a search fails with TIMEOUT; the next attempt resumes after the
 * cached range. An entry stays valid for its watermark; losing it only costs time.
 */
export class NoMatchRanges<Cursor> {
  readonly #ranges = new WeakMap<Database, LRUCache<string, NoMatchRange<Cursor>>>();
  readonly #isBefore: (one: Cursor, other: Cursor) => boolean;

  constructor(isBefore: (one: Cursor, other: Cursor) => boolean) {
    this.#isBefore = isBefore;
  }

  /** Where to start a search after a cursor. */
  resume(database: Database, search: Search, begin: Cursor): { begin: Cursor; hasTimeFor: TimeFor } {
    const range = this.#ranges.get(database)?.get(keyOf(search));
    const isWithin =
      range !== undefined &&
      range.inactiveFrom <= search.inactiveFrom &&
      !this.#isBefore(begin, range.from) &&
      this.#isBefore(begin, range.to);
    return { begin: isWithin ? range.to : begin, hasTimeFor: range?.hasTimeFor ?? timeForAll };
  }

  /** Stores a range without a match and returns the error of its search. */
  failure(database: Database, search: Search, range: Omit<NoMatchRange<Cursor>, 'inactiveFrom'>): DomainError {
    let known = this.#ranges.get(database);
    if (known === undefined) {
      known = new LRUCache({ max: maxEntries });
      this.#ranges.set(database, known);
    }
    const key = keyOf(search);
    const { inactiveFrom } = search;
    known.set(key, this.#join(known.get(key), { ...range, inactiveFrom }));
    return new DomainError(
      'TIMEOUT',
      'Nothing was found so far. Ask again to look further, or search for three letters or digits in a row',
      { retryAfterSeconds: 1 },
    );
  }

  /** Merges two ranges. A stored range that the new search cannot use is replaced: the search would never advance. */
  #join(before: NoMatchRange<Cursor> | undefined, range: NoMatchRange<Cursor>): NoMatchRange<Cursor> {
    if (before === undefined || before.inactiveFrom > range.inactiveFrom) return range;
    const beginsLater = this.#isBefore(range.from, before.from);
    if (beginsLater || this.#isBefore(before.to, range.from)) return range;
    // Of two concurrent searches the one that read less keeps the range of the other.
    if (this.#isBefore(range.to, before.to)) return { ...before, hasTimeFor: range.hasTimeFor };
    return { ...range, from: before.from };
  }
}

/**
 * The state of a zone is the same until its next import. `inactiveFrom` differs by tier and moves with the clock, so the key
 * has its day.
 */
function keyOf({ zones, pattern, watermark, inactiveFrom }: Search): string {
  const [only] = zones;
  const isOne = zones.length === 1 && only !== undefined;
  const newest = isOne ? Math.min(only.lastIngest, watermark) : watermark;
  return JSON.stringify([
    isOne ? only.id : null,
    patternText(pattern),
    newest,
    Math.floor(inactiveFrom / dayMilliseconds),
  ]);
}

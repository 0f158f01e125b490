import type { SearchZone } from '../../repository/search/zones.js';
import { mayMatchIn } from '../../rules/search/label-range.js';
import type { PairObservation } from '../../rules/search/observations.js';
import type { SearchPattern } from '../../rules/search/search-pattern.js';

/** What the pages of one session read. Times are in milliseconds since the Unix epoch. */
export interface Search {
  readonly zones: readonly SearchZone[];
  readonly pattern: SearchPattern;
  readonly watermark: number;
  /** Null: the current state. */
  readonly window: { readonly start: number; readonly end: number } | null;
  /** From when on pairs that became inactive are told in the current state. */
  readonly inactiveFrom: number;
}

/** The same search without the zones in which no name can match. */
export function inPossibleZones<Searched extends Search>(search: Searched): Searched {
  return { ...search, zones: search.zones.filter(({ suffix }) => mayMatchIn(search.pattern, suffix)) };
}

/** An observation as pages have it. */
export interface ObservationRecord extends PairObservation {
  readonly domain: string;
  /** Name of the zone. */
  readonly zone: string;
}

/** What a page is to be. */
export interface PageQuery<Searched extends Search, Place> {
  readonly search: Searched;
  /** Where the page before ended; null: a first page. */
  readonly after: Place | null;
  /** At most so many observations. */
  readonly limit: number;
  /** For how long it looks for matches of a wildcard; two seconds when not given. */
  readonly milliseconds?: number;
}

export interface Page<Place> {
  readonly results: readonly ObservationRecord[];
  /** Where the next page begins; null when there is none. */
  readonly next: Place | null;
  /** The time was up before the page was full. */
  readonly isPartial: boolean;
}

/** How long a page of a wildcard looks for matches; others find theirs by an index, in the end at the first place. */
const pageMilliseconds = 2000;

/** Time that a page takes, by the clock of the machine: it bounds work, and nothing that a test would move depends on it. */
export class PageTime {
  readonly #begin = performance.now();
  readonly #isBounded: boolean;
  readonly #milliseconds: number;

  constructor({ pattern }: Pick<Search, 'pattern'>, milliseconds = pageMilliseconds) {
    this.#isBounded = pattern.kind === 'wildcard';
    this.#milliseconds = milliseconds;
  }

  /** True when the page has to end with what was found. */
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

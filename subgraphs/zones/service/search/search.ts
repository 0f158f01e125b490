import type { SearchZone } from '../../repository/search/zones.js';
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

/** An observation as pages have it. */
export interface ObservationRecord extends PairObservation {
  readonly domain: string;
  /** Name of the zone. */
  readonly zone: string;
}

export interface Page<Place> {
  readonly results: readonly ObservationRecord[];
  /** Where the next page begins; null when there is none. */
  readonly next: Place | null;
  /** The time was up before the page was full. */
  readonly isPartial: boolean;
}

/** How long a page of a wildcard may look for matches; others find theirs by an index, in the end at the first place. */
const pageMilliseconds = { withResults: 2000, atMost: 8000 };

/** Time that a page takes, by the clock of the machine: it bounds work, and nothing that a test would move depends on it. */
export class PageTime {
  readonly #begin = performance.now();
  readonly #isBounded: boolean;

  constructor({ pattern }: Pick<Search, 'pattern'>) {
    this.#isBounded = pattern.kind === 'wildcard';
  }

  /**
   * True when the page has to end with what was found. An empty page with a cursor would be the last one to clients
   * (specification, section 4, pagination rule 3), so that the search for a first result goes on for longer.
   */
  isUp(found: number): boolean {
    if (!this.#isBounded) return false;
    return this.#elapsed > (found > 0 ? pageMilliseconds.withResults : pageMilliseconds.atMost);
  }

  get left(): number {
    return Math.max(0, pageMilliseconds.withResults - this.#elapsed);
  }

  get #elapsed(): number {
    return performance.now() - this.#begin;
  }
}

import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import type { RareSearch } from '../repository/rare-names.js';
import type { SearchZone } from '../repository/sessions.js';
import { mayMatchIn } from '../rules/label-range.js';
import type { PairObservation } from '../rules/observations.js';
import { patternText, type SearchPattern } from '../rules/pattern.js';
import { dayMilliseconds } from '../rules/window.js';

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

/** False: this way to look for rare names took too long the last time. */
export type TimeFor = Readonly<Record<RareSearch['by'], boolean>>;

/** A part of the names or changes in which a search found nothing: from a place on, up to another one. */
export interface FruitlessPart<Place> {
  readonly from: Place;
  readonly to: Place;
  /** Of the search: those that tell of fewer inactive pairs find nothing either. */
  readonly inactiveFrom: number;
  readonly hasTimeFor: TimeFor;
}

export const timeForAll: TimeFor = { trigrams: true, scan: true };

const mostKnown = 1000;

/**
 * Remembers how far searches came that found nothing in the time of a page. An empty page with a cursor would be the last one
 * to clients (specification, section 4, pagination rule 3), so such a search fails; asked again it goes on where it was. What
 * is remembered holds for its watermark for ever, and only saves time.
 */
export class FruitlessParts<Place> {
  readonly #known = new WeakMap<Database, LRUCache<string, FruitlessPart<Place>>>();
  readonly #isBefore: (one: Place, other: Place) => boolean;

  constructor(isBefore: (one: Place, other: Place) => boolean) {
    this.#isBefore = isBefore;
  }

  /** Where a search has to begin that asks for what is behind a place. */
  resume(database: Database, search: Search, begin: Place): { begin: Place; hasTimeFor: TimeFor } {
    const part = this.#known.get(database)?.get(keyOf(search));
    const isWithin =
      part !== undefined &&
      part.inactiveFrom <= search.inactiveFrom &&
      !this.#isBefore(begin, part.from) &&
      this.#isBefore(begin, part.to);
    return { begin: isWithin ? part.to : begin, hasTimeFor: part?.hasTimeFor ?? timeForAll };
  }

  /** The failure of a search that found nothing in this part. */
  failure(database: Database, search: Search, part: Omit<FruitlessPart<Place>, 'inactiveFrom'>): DomainError {
    let known = this.#known.get(database);
    if (known === undefined) {
      known = new LRUCache({ max: mostKnown });
      this.#known.set(database, known);
    }
    const key = keyOf(search);
    const { inactiveFrom } = search;
    known.set(key, this.#join(known.get(key), { ...part, inactiveFrom }));
    return new DomainError(
      'TIMEOUT',
      'Nothing was found so far. Ask again to look further, or search for three letters or digits in a row',
      { retryAfterSeconds: 1 },
    );
  }

  /** What is known with a part more. What the new one's search cannot use gives way: it would look at the same for ever. */
  #join(before: FruitlessPart<Place> | undefined, part: FruitlessPart<Place>): FruitlessPart<Place> {
    if (before === undefined || before.inactiveFrom > part.inactiveFrom) return part;
    const beginsLater = this.#isBefore(part.from, before.from);
    if (beginsLater || this.#isBefore(before.to, part.from)) return part;
    // Two that asked at the same time: the one that came less far takes nothing away.
    if (this.#isBefore(part.to, before.to)) return { ...before, hasTimeFor: part.hasTimeFor };
    return { ...part, from: before.from };
  }
}

/**
 * What was looked at stays the same until the zone is imported again. Each plan has a time of its own from which on inactive
 * pairs are told, which moves with the clock.
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

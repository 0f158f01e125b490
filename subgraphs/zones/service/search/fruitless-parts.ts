import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { patternText } from './parameters.js';
import type { Search } from './search.js';

/** A part of the names or changes in which a search found nothing: from a place on, up to another one. */
export interface FruitlessPart<Place> {
  readonly from: Place;
  readonly to: Place;
  /** Of the search: those that tell of fewer inactive pairs find nothing either. */
  readonly inactiveFrom: number;
  readonly hasTimeToScan: boolean;
}

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
  resume(database: Database, search: Search, begin: Place): { begin: Place; hasTimeToScan: boolean } {
    const part = this.#known.get(database)?.get(keyOf(search));
    const isWithin =
      part !== undefined &&
      part.inactiveFrom <= search.inactiveFrom &&
      !this.#isBefore(begin, part.from) &&
      this.#isBefore(begin, part.to);
    return { begin: isWithin ? part.to : begin, hasTimeToScan: part?.hasTimeToScan ?? true };
  }

  /** The failure of a search that found nothing in this part. */
  failure(database: Database, search: Search, part: Omit<FruitlessPart<Place>, 'inactiveFrom'>): DomainError {
    let known = this.#known.get(database);
    if (known === undefined) {
      known = new LRUCache({ max: mostKnown });
      this.#known.set(database, known);
    }
    const key = keyOf(search);
    const before = known.get(key);
    // The part before this one is known already.
    const joined = before !== undefined && !this.#isBefore(before.to, part.from) ? before : undefined;
    const isLonger = joined !== undefined && this.#isBefore(joined.from, part.from);
    known.set(key, {
      ...part,
      from: isLonger ? joined.from : part.from,
      inactiveFrom: Math.max(search.inactiveFrom, isLonger ? joined.inactiveFrom : 0),
    });
    return new DomainError(
      'TIMEOUT',
      'Nothing was found so far. Ask again to look further, or search for three letters or digits in a row',
      { retryAfterSeconds: 1 },
    );
  }
}

function keyOf({ zones, pattern, watermark }: Search): string {
  return JSON.stringify([zones.length === 1 ? zones[0]?.id : null, patternText(pattern), watermark]);
}

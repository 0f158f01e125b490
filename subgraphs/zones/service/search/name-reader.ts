import type { Database } from '../../../../platform/database/index.js';
import { leastBound, type ReadName, type ReadNames } from '../../repository/search/name-rows.js';
import { selectSlice, type ZoneSlice } from '../../repository/search/slices.js';
import { selectByTrigrams } from '../../repository/search/trigrams.js';
import type { SearchZone } from '../../repository/search/zones.js';
import { type LabelRange, labelRange, labelsFrom, matchesPattern, rangeFrom } from '../../rules/search/label-range.js';
import type { PageTime, Search } from './search.js';

/** A name that matches, with what its observations are made from. */
export interface FoundName extends ReadName {
  readonly domain: string;
  readonly zone: SearchZone;
}

export interface FoundNames {
  /** In the order of domain and zone. */
  readonly names: readonly FoundName[];
  /** Up to which text names were looked at; null: to the end. */
  readonly bound: string | null;
}

type Ranges = ReadonlyMap<SearchZone, LabelRange>;

interface RareZones {
  readonly zones: readonly SearchZone[];
  readonly literals: readonly string[];
}

/** Names that a page of a wildcard looks at before it asks how rare its matches are, and at most between two looks at the time. */
const walk = { first: 4000, most: 200_000 };

/** With fewer names to walk through than this a page is faster than by trigrams. */
const trigramsFrom = 100_000;
const trigramMilliseconds = 1500;

/** Reads the names of a search piece by piece, each piece behind the one before. */
export class NameReader {
  readonly #database: Database;
  readonly #search: Search;
  readonly #time: PageTime;
  #looked = 0;
  #matched = 0;
  /** Grows when a piece was too small to come forward. */
  #scale = 1;
  #usesTrigrams = true;

  constructor(options: { database: Database; search: Search; time: PageTime }) {
    this.#database = options.database;
    this.#search = options.search;
    this.#time = options.time;
  }

  /** The names from this text on, roughly as many as the wanted number of observations needs, or fewer. */
  async read(from: string, wanted: number): Promise<FoundNames> {
    const pieces = await this.#readPieces(from, wanted);
    const bound = leastBound(new Map(pieces.flatMap(({ bounds }) => [...bounds])));
    if (bound !== null) this.#scale *= this.#growth({ from, bound });
    const names = this.#inOrder(pieces, { from, bound });
    this.#matched += names.length;
    return { names, bound };
  }

  #growth({ from, bound }: { from: string; bound: string }): number {
    if (bound <= from) return 4;
    // Of many zones the one that is dense here ends a piece early; the second piece should be the last.
    return this.#search.zones.length > 1 && this.#search.pattern.kind !== 'wildcard' ? 2 : 1;
  }

  async #readPieces(from: string, wanted: number): Promise<ReadNames[]> {
    const { zones } = this.#search;
    const ranges = new Map(zones.map((zone) => [zone, this.#rangeOf(zone, from)]));
    const rare = this.#isRare(wanted) ? zonesByTrigrams(ranges) : null;
    const found = rare === null ? null : await this.#readByTrigrams(rare, { from, wanted, ranges });
    if (rare === null || found === null) return await this.#walk(zones, { wanted, ranges });
    const others = zones.filter((zone) => !rare.zones.includes(zone));
    return [found, ...(await this.#walk(others, { wanted, ranges }))];
  }

  #rangeOf(zone: SearchZone, from: string): LabelRange {
    return rangeFrom(labelRange(this.#search.pattern, zone.suffix), labelsFrom(from, zone.suffix));
  }

  /** True when so many names are between two matches that looking each of them up is faster. */
  #isRare(wanted: number): boolean {
    if (this.#search.pattern.kind !== 'wildcard' || !this.#usesTrigrams || this.#looked === 0) return false;
    return this.#matched === 0 || this.#namesFor(wanted) * (this.#looked / this.#matched) > trigramsFrom;
  }

  async #readByTrigrams(
    { zones, literals }: RareZones,
    { from, wanted, ranges }: { from: string; wanted: number; ranges: Ranges },
  ): Promise<ReadNames | null> {
    const { watermark, inactiveFrom } = this.#search;
    const found = await selectByTrigrams(this.#database, {
      zones,
      literals,
      like: likeOf(ranges) ?? '%',
      from,
      size: this.#namesFor(wanted) * this.#scale + 8,
      ...{ watermark, changesFrom: inactiveFrom },
      milliseconds: Math.min(trigramMilliseconds, this.#time.left),
    });
    this.#usesTrigrams = found !== null;
    return found;
  }

  async #walk(
    zones: readonly SearchZone[],
    { wanted, ranges }: { wanted: number; ranges: Ranges },
  ): Promise<ReadNames[]> {
    const { pattern, watermark, inactiveFrom } = this.#search;
    const slices = this.#slices(zones, { total: this.#walkSize(wanted), ranges });
    const [first] = slices;
    const range = first === undefined ? undefined : ranges.get(first.zone);
    if (range === undefined) return [];
    this.#looked += slices.reduce((sum, { size }) => sum + size, 0);
    const like = pattern.kind === 'wildcard' ? (range.like?.domain ?? null) : null;
    const query = { zones: slices, from: range.from, to: range.to, like, watermark, changesFrom: inactiveFrom };
    return [await selectSlice(this.#database, query)];
  }

  #slices(zones: readonly SearchZone[], { total, ranges }: { total: number; ranges: Ranges }): ZoneSlice[] {
    const domains = Math.max(1, sum(zones, 'domains'));
    return zones.map((zone) => {
      // Zones differ in how many of their names match: some more than their part spares most pages a second look.
      const part = zones.length === 1 ? total + 6 : Math.ceil((1.2 * total * zone.domains) / domains) + 2;
      return { zone, size: part * this.#scale, points: ranges.get(zone)?.points ?? [] };
    });
  }

  /** How many names to look at for so many observations. */
  #walkSize(wanted: number): number {
    const names = this.#namesFor(wanted);
    if (this.#search.pattern.kind !== 'wildcard') return names;
    if (this.#looked === 0) return walk.first;
    const expected = this.#matched === 0 ? this.#looked * 8 : (1.2 * names * this.#looked) / this.#matched;
    return Math.ceil(Math.min(walk.most, Math.max(walk.first, expected)));
  }

  #namesFor(observations: number): number {
    const { zones } = this.#search;
    const perName = Math.max(1, sum(zones, 'observations') / Math.max(1, sum(zones, 'domains')));
    return Math.ceil(observations / perName) + 2;
  }

  /** Names before the bound are complete; a label that is the beginning of the bound may still be missing. */
  #inOrder(pieces: readonly ReadNames[], { from, bound }: { from: string; bound: string | null }): FoundName[] {
    const zones = new Map(this.#search.zones.map((zone) => [zone.id, zone]));
    const names = pieces.flatMap((piece) =>
      piece.names.flatMap((name): FoundName[] => {
        const zone = zones.get(name.zoneId);
        if (zone === undefined) return [];
        const domain = name.label + zone.suffix;
        const isWithin = domain >= from && (bound === null || domain < bound);
        return isWithin && matchesPattern(this.#search.pattern, domain) ? [{ ...name, domain, zone }] : [];
      }),
    );
    return names.sort((one, other) => compare(one.domain, other.domain) || compare(one.zone.name, other.zone.name));
  }
}

/** The zones whose matching labels contain these literals, and those literals; null when there are none. */
function zonesByTrigrams(ranges: Ranges): RareZones | null {
  const zones = [...ranges].filter(([, { like }]) => like !== null && like.literals.length > 0);
  const [first] = zones;
  const literals = (first?.[1].like?.literals ?? []).filter((literal) =>
    zones.every(([, { like }]) => like?.literals.includes(literal)),
  );
  return literals.length === 0 ? null : { zones: zones.map(([zone]) => zone), literals };
}

function likeOf(ranges: Ranges): string | undefined {
  for (const { like } of ranges.values()) if (like !== null) return like.domain;
  return undefined;
}

function sum(zones: readonly SearchZone[], figure: 'domains' | 'observations'): number {
  return zones.reduce((total, zone) => total + zone[figure], 0);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

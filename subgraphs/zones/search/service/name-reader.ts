import type { Database } from '../../../../platform/database/index.js';
import { type RareSearch, selectRareNames, selectTableEnd } from '../repository/rare-names.js';
import { leastBound, type ReadName, type ReadNames } from '../repository/rows.js';
import type { SearchZone } from '../repository/sessions.js';
import { selectSlice, type ZoneSlice } from '../repository/slices.js';
import { type LabelRange, labelRange, labelsFrom, matchesPattern, rangeFrom } from '../rules/label-range.js';
import type { PageTime, Search, TimeFor } from './page.js';

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

/** Zones in which the matches are looked for in another way than by walking through the names. */
interface RareZones {
  readonly zones: readonly SearchZone[];
  readonly search: RareSearch;
}

/** Names that a page of a wildcard looks at before it asks how rare its matches are, and at most between two looks at the time. */
const walk = { first: 4000, most: 200_000 };

/** With fewer names to walk through than this a page is faster than by looking for rare matches. */
const rareFrom = 100_000;
/** Before all names of a range are looked at at once, so many must have shown that few of them match. */
const scanAfter = 20_000;
/** That a way to look for rare names failed is remembered when it had this much time at least; a scan is not tried with less. */
const fairMilliseconds = 1000;
const trigramMilliseconds = 1500;

/** Among the bounds of zones, whose ids are greater, the bound of what was looked at of a zone with several tables. */
const tableEnd = -1;

/** Reads the names of a search piece by piece, each piece behind the one before. */
export class NameReader {
  readonly #database: Database;
  readonly #search: Search;
  readonly #time: PageTime;
  #looked = 0;
  #matched = 0;
  /** Grows when a piece was too small to come forward. */
  #scale = 1;
  readonly #hasTimeFor: Record<RareSearch['by'], boolean>;
  #hasTimeNext: TimeFor;

  constructor(options: { database: Database; search: Search; time: PageTime; hasTimeFor: TimeFor }) {
    this.#database = options.database;
    this.#search = options.search;
    this.#time = options.time;
    this.#hasTimeFor = { ...options.hasTimeFor };
    this.#hasTimeNext = options.hasTimeFor;
  }

  /** What the next page is to know. */
  get hasTimeNext(): TimeFor {
    return this.#hasTimeNext;
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
    const rare = this.#isRare(wanted) ? await this.#rareZones(ranges, from) : null;
    const found = rare === null ? null : await this.#readRare(rare, { from, wanted, ranges });
    if (rare === null || found === null) return await this.#walk(zones, { wanted, ranges });
    const others = zones.filter((zone) => !rare.zones.includes(zone));
    return [found, ...(await this.#walk(others, { wanted, ranges }))];
  }

  #rangeOf(zone: SearchZone, from: string): LabelRange {
    return rangeFrom(labelRange(this.#search.pattern, zone.suffix), labelsFrom(from, zone.suffix));
  }

  /** True when so many names are between two matches that looking for the matches is faster. */
  #isRare(wanted: number): boolean {
    if (this.#search.pattern.kind !== 'wildcard' || this.#looked === 0) return false;
    return this.#matched === 0 || this.#namesFor(wanted) * (this.#looked / this.#matched) > rareFrom;
  }

  async #rareZones(ranges: Ranges, from: string): Promise<RareZones | null> {
    const byTrigrams = this.#hasTimeFor.trigrams ? zonesByTrigrams(ranges) : null;
    if (byTrigrams !== null) return byTrigrams;
    const maySucceed = this.#hasTimeFor.scan && this.#time.left >= fairMilliseconds;
    if (!maySucceed || this.#looked < scanAfter) return null;
    const scan = scanOf(ranges);
    // A condition that all labels meet would collect them all.
    if (scan.parts.length === 0) return null;
    const { zones } = this.#search;
    const [only] = zones;
    if (zones.length > 1 || only === undefined) return { zones, search: scan };
    const end = await selectTableEnd(this.#database, only.id, from);
    return { zones, search: { ...scan, to: lesser(scan.to, end) } };
  }

  async #readRare(
    { zones, search }: RareZones,
    { from, wanted, ranges }: { from: string; wanted: number; ranges: Ranges },
  ): Promise<ReadNames | null> {
    const { watermark, inactiveFrom } = this.#search;
    const { left } = this.#time;
    const milliseconds = search.by === 'scan' ? left : Math.min(trigramMilliseconds, left);
    const found = await selectRareNames(this.#database, {
      ...{ zones, search, like: likeOf(ranges) ?? '%', from },
      size: this.#namesFor(wanted) * this.#scale + 8,
      ...{ watermark, changesFrom: inactiveFrom, milliseconds },
    });
    if (found === null) this.#failed(search.by, milliseconds);
    const [first] = ranges.values();
    if (found === null || search.by === 'trigrams' || search.to === null || search.to === first?.to) return found;
    // What is behind the end of the table was not looked at.
    return { ...found, bounds: new Map([...found.bounds, [tableEnd, search.to]]) };
  }

  #failed(by: RareSearch['by'], milliseconds: number): void {
    this.#hasTimeFor[by] = false;
    if (milliseconds >= fairMilliseconds) this.#hasTimeNext = { ...this.#hasTimeNext, [by]: false };
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
    return Math.ceil(Math.max(walk.first, Math.min(walk.most, expected, this.#time.left * this.#namesInMillisecond())));
  }

  /** As many as there were so far. */
  #namesInMillisecond(): number {
    return this.#looked / Math.max(1, this.#time.taken);
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

/** The zones whose matching labels contain the same literals; null when there are none. */
function zonesByTrigrams(ranges: Ranges): RareZones | null {
  const zones = [...ranges].filter(([, { like }]) => like !== null && like.literals.length > 0);
  const literals = inAll(zones.map(([, { like }]) => like?.literals ?? []));
  return literals.length === 0 ? null : { zones: zones.map(([zone]) => zone), search: { by: 'trigrams', literals } };
}

/** All labels of the range that is the same in all zones, and of the points before it. */
function scanOf(ranges: Ranges): Extract<RareSearch, { by: 'scan' }> {
  const all = [...ranges.values()];
  const from = all.flatMap(({ from, points }) => [from, ...points]).reduce((one, other) => (one < other ? one : other));
  return { by: 'scan', parts: inAll(all.map(({ like }) => like?.parts ?? [])), from, to: all[0]?.to ?? null };
}

/** The texts of the first list that are in all the others. */
function inAll(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return first.filter((text) => others.every((list) => list.includes(text)));
}

/** Null is greater than every text. */
function lesser(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
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

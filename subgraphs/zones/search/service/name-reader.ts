import type { Database } from '../../../../platform/database/index.js';
import {
  type AllowedMethods,
  type SelectiveSearch,
  selectMatchingNames,
  selectTableEnd,
} from '../repository/selective-names.js';
import type { SearchZone } from '../repository/sessions.js';
import { selectSlice, type ZoneSlice } from '../repository/slices.js';
import { type LabelRange, labelRange, matchesPattern, resumeRange, resumptionAt } from '../rules/label-range.js';
import { minBound, type ReadName, type ReadNames } from '../rules/observations.js';
import type { Window } from '../rules/parameters.js';
import type { SearchPattern } from '../rules/pattern.js';

/** Query of a session. Times are Unix epoch milliseconds. */
export interface Search {
  readonly zones: readonly SearchZone[];
  readonly pattern: SearchPattern;
  readonly watermark: number;
  /** Time window; null for the current state. */
  readonly window: Window | null;
  /** Pairs that became inactive before this time are not part of the current state. */
  readonly inactiveFrom: number;
}

/** Time limit of a wildcard page in milliseconds; other searches find their matches by an index. */
const pageMs = 2000;

/** Time budget of a page, measured with a monotonic clock. */
export class PageTimeBudget {
  readonly #startedAt = performance.now();
  readonly #isBounded: boolean;
  readonly #timeLimitMs: number;

  constructor({ pattern }: Pick<Search, 'pattern'>, timeLimitMs = pageMs) {
    this.#isBounded = pattern.kind === 'wildcard';
    this.#timeLimitMs = timeLimitMs;
  }

  /** Whether the page must end with the matches found so far. */
  get isExpired(): boolean {
    return this.#isBounded && this.remainingMs === 0;
  }

  get remainingMs(): number {
    return Math.max(0, this.#timeLimitMs - this.elapsedMs);
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }
}

/** A matching name with the rows that its observations derive from. */
export interface FoundName extends ReadName {
  readonly domain: string;
  readonly zone: SearchZone;
}

export interface FoundNames {
  /** Ordered by domain and zone. */
  readonly names: readonly FoundName[];
  /** Position at which reading stopped; null at the end. */
  readonly bound: string | null;
}

type Ranges = ReadonlyMap<SearchZone, LabelRange>;

/** Zones to search with a selective method instead of a range scan. */
interface SelectiveZones {
  readonly zones: readonly SearchZone[];
  readonly search: SelectiveSearch;
}

/** Number of names that a wildcard page reads before it estimates its selectivity, and the maximum per read. */
const rangeScan = { first: 4000, max: 200_000 };

/** Number of names up to which a range scan is faster than a selective search. */
const selectiveThreshold = 100_000;
/** Number of names to read before a parallel scan of the whole range is tried. */
const minNamesBeforeScan = 20_000;
/**
 * Minimum time in milliseconds that a selective method must have had for its timeout to be remembered; a scan is not
 * tried with less time.
 */
const minBudgetMs = 1000;
const trigramBudgetMs = 1500;

/** Key of the bound at the end of a partition in a map that is keyed by zone id; zone ids are positive. */
const partitionEndKey = -1;

/** Reads the names of a search in consecutive ranges. One instance serves one page. */
export class NameReader {
  readonly #database: Database;
  readonly #search: Search;
  readonly #time: PageTimeBudget;
  #scanned = 0;
  #matched = 0;
  /** Factor by which reads are enlarged; grows when a read did not advance. */
  #scale = 1;
  readonly #allowedMethods: Record<SelectiveSearch['by'], boolean>;
  #nextAllowedMethods: AllowedMethods;

  constructor(options: { database: Database; search: Search; time: PageTimeBudget; allowedMethods: AllowedMethods }) {
    this.#database = options.database;
    this.#search = options.search;
    this.#time = options.time;
    this.#allowedMethods = { ...options.allowedMethods };
    this.#nextAllowedMethods = options.allowedMethods;
  }

  /** The selective methods that the next page may try. */
  get nextAllowedMethods(): AllowedMethods {
    return this.#nextAllowedMethods;
  }

  /** Reads matches, starting with this name: about as many as the requested number of observations needs, or fewer. */
  async read(from: string, targetCount: number): Promise<FoundNames> {
    const pieces = await this.#readPieces(from, targetCount);
    const bound = minBound(new Map(pieces.flatMap(({ bounds }) => [...bounds])));
    if (bound !== null) this.#scale *= this.#growthFactor({ from, bound });
    const names = this.#sortMatches(pieces, { from, bound });
    this.#matched += names.length;
    return { names, bound };
  }

  #growthFactor({ from, bound }: { from: string; bound: string }): number {
    if (bound <= from) return 4;
    // With many zones, a read ends early at a zone with many matches; with twice the size, the second read should be
    // the last.
    return this.#search.zones.length > 1 && this.#search.pattern.kind !== 'wildcard' ? 2 : 1;
  }

  async #readPieces(from: string, targetCount: number): Promise<ReadNames[]> {
    const { zones } = this.#search;
    const ranges = new Map(zones.map((zone) => [zone, this.#rangeOf(zone, from)]));
    const selective = this.#isSelective(targetCount) ? await this.#selectiveZones(ranges, from) : null;
    const found = selective === null ? null : await this.#readMatches(selective, { from, targetCount, ranges });
    if (selective === null || found === null) return await this.#readRanges(zones, { targetCount, ranges });
    const others = zones.filter((zone) => !selective.zones.includes(zone));
    return [found, ...(await this.#readRanges(others, { targetCount, ranges }))];
  }

  #rangeOf(zone: SearchZone, from: string): LabelRange {
    return resumeRange(labelRange(this.#search.pattern, zone.suffix), resumptionAt(from, zone.suffix));
  }

  /** Whether so few names match that a selective search is faster. */
  #isSelective(targetCount: number): boolean {
    if (this.#search.pattern.kind !== 'wildcard' || this.#scanned === 0) return false;
    return this.#matched === 0 || this.#namesFor(targetCount) * (this.#scanned / this.#matched) > selectiveThreshold;
  }

  async #selectiveZones(ranges: Ranges, from: string): Promise<SelectiveZones | null> {
    const byTrigrams = this.#allowedMethods.trigrams ? zonesByTrigrams(ranges) : null;
    if (byTrigrams !== null) return byTrigrams;
    const maySucceed = this.#allowedMethods.scan && this.#time.remainingMs >= minBudgetMs;
    if (!maySucceed || this.#scanned < minNamesBeforeScan) return null;
    const scan = scanOf(ranges);
    // No label can be excluded, so all of them would be returned.
    if (scan.parts.length === 0) return null;
    const { zones } = this.#search;
    const [onlyZone] = zones;
    if (zones.length > 1 || onlyZone === undefined) return { zones, search: scan };
    const end = await this.#database.guard((sql) => selectTableEnd(sql, { zoneId: onlyZone.id, from }));
    return { zones, search: { ...scan, to: minOf(scan.to, end.label) } };
  }

  async #readMatches(
    { zones, search }: SelectiveZones,
    { from, targetCount, ranges }: { from: string; targetCount: number; ranges: Ranges },
  ): Promise<ReadNames | null> {
    const { watermark, inactiveFrom } = this.#search;
    const { remainingMs } = this.#time;
    const timeoutMs = search.by === 'scan' ? remainingMs : Math.min(trigramBudgetMs, remainingMs);
    const found = await selectMatchingNames(this.#database, {
      ...{ zones, search, like: likeOf(ranges) ?? '%', from },
      size: this.#namesFor(targetCount) * this.#scale + 8,
      ...{ watermark, changesFrom: inactiveFrom, timeoutMs },
    });
    if (found === null) this.#recordTimeout(search.by, timeoutMs);
    const [first] = ranges.values();
    if (found === null || search.by === 'trigrams' || search.to === null || search.to === first?.to) return found;
    // Names after the end of the partition were not read.
    return { ...found, bounds: new Map([...found.bounds, [partitionEndKey, search.to]]) };
  }

  #recordTimeout(by: SelectiveSearch['by'], timeoutMs: number): void {
    this.#allowedMethods[by] = false;
    if (timeoutMs >= minBudgetMs) this.#nextAllowedMethods = { ...this.#nextAllowedMethods, [by]: false };
  }

  async #readRanges(
    zones: readonly SearchZone[],
    { targetCount, ranges }: { targetCount: number; ranges: Ranges },
  ): Promise<ReadNames[]> {
    const { pattern, watermark, inactiveFrom } = this.#search;
    const slices = this.#slices(zones, { total: this.#rangeSize(targetCount), ranges });
    const [first] = slices;
    const range = first === undefined ? undefined : ranges.get(first.zone);
    if (range === undefined) return [];
    this.#scanned += slices.reduce((sum, { size }) => sum + size, 0);
    const like = pattern.kind === 'wildcard' ? (range.like?.domain ?? null) : null;
    const query = { zones: slices, from: range.from, to: range.to, like, watermark, changesFrom: inactiveFrom };
    return [await selectSlice(this.#database, query)];
  }

  #slices(zones: readonly SearchZone[], { total, ranges }: { total: number; ranges: Ranges }): ZoneSlice[] {
    const domains = Math.max(1, sum(zones, 'domains'));
    return zones.map((zone) => {
      // Zones differ in how many of their names match: a margin saves most pages a second read.
      const part = zones.length === 1 ? total + 6 : Math.ceil((1.2 * total * zone.domains) / domains) + 2;
      return { zone, size: part * this.#scale, points: ranges.get(zone)?.points ?? [] };
    });
  }

  /** Number of names to read for this many observations. */
  #rangeSize(targetCount: number): number {
    const names = this.#namesFor(targetCount);
    if (this.#search.pattern.kind !== 'wildcard') return names;
    if (this.#scanned === 0) return rangeScan.first;
    const expected = this.#matched === 0 ? this.#scanned * 8 : (1.2 * names * this.#scanned) / this.#matched;
    return Math.ceil(
      Math.max(
        rangeScan.first,
        Math.min(rangeScan.max, expected, this.#time.remainingMs * this.#namesPerMillisecond()),
      ),
    );
  }

  /** Average number of names read per millisecond in the reads so far. */
  #namesPerMillisecond(): number {
    return this.#scanned / Math.max(1, this.#time.elapsedMs);
  }

  #namesFor(observations: number): number {
    const { zones } = this.#search;
    const perName = Math.max(1, sum(zones, 'observations') / Math.max(1, sum(zones, 'domains')));
    return Math.ceil(observations / perName) + 2;
  }

  /**
   * The matches before the bound, sorted by domain and zone. Matches at the bound are left to the next read, because
   * labels that are a prefix of it may not have been read yet.
   */
  #sortMatches(pieces: readonly ReadNames[], { from, bound }: { from: string; bound: string | null }): FoundName[] {
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
    return names.sort((a, b) => compare(a.domain, b.domain) || compare(a.zone.name, b.zone.name));
  }
}

/**
 * The zones that a trigram search can cover, because all their matching labels contain the same literals; null if there
 * are no such zones.
 */
function zonesByTrigrams(ranges: Ranges): SelectiveZones | null {
  const zones = [...ranges].filter(([, { like }]) => like !== null && like.literals.length > 0);
  const literals = commonStrings(zones.map(([, { like }]) => like?.literals ?? []));
  return literals.length === 0 ? null : { zones: zones.map(([zone]) => zone), search: { by: 'trigrams', literals } };
}

/** A scan of the range that all zones share, extended to the labels before it (`points`). */
function scanOf(ranges: Ranges): Extract<SelectiveSearch, { by: 'scan' }> {
  const all = [...ranges.values()];
  const from = all.flatMap(({ from, points }) => [from, ...points]).reduce((a, b) => (a < b ? a : b));
  return { by: 'scan', parts: commonStrings(all.map(({ like }) => like?.parts ?? [])), from, to: all[0]?.to ?? null };
}

/** The strings that all lists contain. */
function commonStrings(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return first.filter((part) => others.every((list) => list.includes(part)));
}

/** The minimum of two strings; null is greater than every string. */
function minOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function likeOf(ranges: Ranges): string | undefined {
  for (const { like } of ranges.values()) if (like !== null) return like.domain;
  return undefined;
}

function sum(zones: readonly SearchZone[], field: 'domains' | 'observations'): number {
  return zones.reduce((total, zone) => total + zone[field], 0);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

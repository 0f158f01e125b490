import { LRUCache } from 'lru-cache';
import { boundedCache } from '../../../../platform/bounded-cache.js';
import type { Database } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { dayMs } from '../../../../platform/durations.js';
import { selectSets, selectTimes } from '../repository/rows.js';
import { type AllowedMethods, allMethodsAllowed } from '../repository/selective-names.js';
import { mayMatchInZone } from '../rules/label-range.js';
import {
  type Dictionary,
  latestObservations,
  type NameHistory,
  type PairObservation,
  requireValue,
} from '../rules/observations.js';
import type { StateCursor } from '../rules/page-cursor.js';
import { patternText } from '../rules/pattern.js';
import { NameReader, PageTimeBudget, type Search } from './name-reader.js';

/** The search without the zones in which no name can match. */
export function excludeImpossibleZones<Searched extends Search>(search: Searched): Searched {
  return { ...search, zones: search.zones.filter(({ suffix }) => mayMatchInZone(search.pattern, suffix)) };
}

/** An observation on a page. */
export interface ObservationRecord extends PairObservation {
  readonly domain: string;
  /** Name of the zone. */
  readonly zone: string;
}

/** A request for one page of a search. */
export interface PageQuery<Searched extends Search, Cursor> {
  readonly search: Searched;
  /** Cursor of the previous page; null for the first page. */
  readonly after: Cursor | null;
  /** Maximum number of observations. */
  readonly limit: number;
  /** Time limit of a wildcard search in milliseconds; default: 2000. */
  readonly timeLimitMs?: number;
}

export interface Page<Cursor> {
  readonly results: readonly ObservationRecord[];
  /** Cursor of the next page; null if there is none. */
  readonly next: Cursor | null;
  /** Whether the time limit was reached before the page was full. */
  readonly isPartial: boolean;
  /** Cursor of a result. */
  positionOf(index: number): Cursor;
}

/** A range of names or changes in which a search has no match. */
export interface NoMatchRange<Cursor> {
  readonly from: Cursor;
  readonly to: Cursor;
  /** `inactiveFrom` of the search. Searches that include fewer inactive pairs have no match in this range either. */
  readonly inactiveFrom: number;
  readonly allowedMethods: AllowedMethods;
}

const maxEntries = 1000;

/**
 * Caches ranges without a match of searches that reached the time limit of a page. Clients interpret an empty page as
 * the last one (specification, section 4, pagination rule 3), so such a search fails with TIMEOUT; the next attempt
 * resumes after the cached range. An entry remains valid for its watermark; losing it only costs time.
 */
export class NoMatchRanges<Cursor> {
  readonly #ranges = new WeakMap<Database, LRUCache<string, NoMatchRange<Cursor>>>();
  readonly #isBefore: (one: Cursor, other: Cursor) => boolean;

  constructor(isBefore: (one: Cursor, other: Cursor) => boolean) {
    this.#isBefore = isBefore;
  }

  /** The position at which to start a search after a cursor. */
  resume(database: Database, search: Search, begin: Cursor): { begin: Cursor; allowedMethods: AllowedMethods } {
    const range = this.#ranges.get(database)?.get(keyOf(search));
    const isWithin =
      range !== undefined &&
      range.inactiveFrom <= search.inactiveFrom &&
      !this.#isBefore(begin, range.from) &&
      this.#isBefore(begin, range.to);
    return { begin: isWithin ? range.to : begin, allowedMethods: range?.allowedMethods ?? allMethodsAllowed };
  }

  /** Stores a range without a match, and returns the error for its search. */
  timeoutAfterRecording(
    database: Database,
    search: Search,
    range: Omit<NoMatchRange<Cursor>, 'inactiveFrom'>,
  ): DomainError {
    let ranges = this.#ranges.get(database);
    if (ranges === undefined) {
      ranges = new LRUCache({ max: maxEntries });
      this.#ranges.set(database, ranges);
    }
    const key = keyOf(search);
    const { inactiveFrom } = search;
    ranges.set(key, this.#join(ranges.get(key), { ...range, inactiveFrom }));
    return new DomainError(
      'TIMEOUT',
      'The search timed out without a match. Repeat it to continue, or use a pattern with at least three consecutive letters or digits',
      { retryAfterSeconds: 1 },
    );
  }

  /**
   * Merges two ranges. A stored range that the new search cannot use is replaced; otherwise, the search would never
   * advance.
   */
  #join(before: NoMatchRange<Cursor> | undefined, range: NoMatchRange<Cursor>): NoMatchRange<Cursor> {
    if (before === undefined || before.inactiveFrom > range.inactiveFrom) return range;
    const beginsLater = this.#isBefore(range.from, before.from);
    if (beginsLater || this.#isBefore(before.to, range.from)) return range;
    // Of two concurrent searches, the one that has read less does not replace the range of the other.
    if (this.#isBefore(range.to, before.to)) return { ...before, allowedMethods: range.allowedMethods };
    return { ...range, from: before.from };
  }
}

/**
 * The cache key of a search. It contains the newest import of the zone, because the state is the same until the next
 * one, and the day of `inactiveFrom`, which differs by tier and moves with the clock.
 */
function keyOf({ zones, pattern, watermark, inactiveFrom }: Search): string {
  const [onlyZone] = zones;
  const isSingleZone = zones.length === 1 && onlyZone !== undefined;
  const newest = isSingleZone ? Math.min(onlyZone.lastIngest, watermark) : watermark;
  return JSON.stringify([
    isSingleZone ? onlyZone.id : null,
    patternText(pattern),
    newest,
    Math.floor(inactiveFrom / dayMs),
  ]);
}

const firstCursor: StateCursor = { domain: '', zone: '', data: null };

const noMatches = new NoMatchRanges<StateCursor>((a, b) => isAfter(b, a));

/**
 * A page of the current state as it was at the watermark, in the order of domain, zone and nameserver.
 * @throws {DomainError} TIMEOUT if no match was found in time and more remains to be searched; the next attempt
 * continues where this one ended
 */
export async function readStatePage(
  database: Database,
  { search: requested, after, limit, timeLimitMs }: PageQuery<Search, StateCursor>,
): Promise<Page<StateCursor>> {
  const search = excludeImpossibleZones(requested);
  if (search.zones.length === 0) return pageOf([], null);
  const time = new PageTimeBudget(search, timeLimitMs);
  const { begin, allowedMethods } = noMatches.resume(database, search, after ?? firstCursor);
  const reader = new NameReader({ database, search, time, allowedMethods });
  const found: ObservationRecord[] = [];
  for (let from = begin.domain; ; ) {
    const { names, bound } = await reader.read(from, limit + 1 - found.length);
    const dictionary = await loadDictionary(database, names);
    for (const name of names) {
      const { domain } = name;
      for (const pair of latestObservations(name, search, dictionary)) {
        const observation = { domain, zone: name.zone.name, ...pair };
        if (isAfter(observation, begin)) found.push(observation);
      }
      // One result more than the page size shows whether there is another page.
      if (found.length > limit) return fullPage(found, limit);
    }
    if (bound === null) return pageOf(found, null);
    const next = { ...firstCursor, domain: bound };
    if (time.isExpired && found.length > 0) return { ...pageOf(found, next), isPartial: true };
    if (time.isExpired) {
      throw noMatches.timeoutAfterRecording(database, search, {
        from: begin,
        to: next,
        allowedMethods: reader.nextAllowedMethods,
      });
    }
    from = bound;
  }
}

function fullPage(found: readonly ObservationRecord[], limit: number): Page<StateCursor> {
  const results = found.slice(0, limit);
  const last = results.at(-1);
  return pageOf(results, last === undefined ? null : cursorOf(last));
}

function pageOf(results: readonly ObservationRecord[], next: StateCursor | null): Page<StateCursor> {
  const positionOf = (index: number): StateCursor => cursorOf(results[index] ?? firstCursor);
  return { results, next, isPartial: false, positionOf };
}

function cursorOf({ domain, zone, data }: StateCursor): StateCursor {
  return { domain, zone, data };
}

/** Whether a cursor is after another one. A cursor without a nameserver sorts before all nameservers of its name. */
function isAfter(a: StateCursor, b: StateCursor): boolean {
  if (a.domain !== b.domain) return a.domain > b.domain;
  if (a.zone !== b.zone) return a.zone > b.zone;
  return a.data !== null && (b.data === null || a.data > b.data);
}

/** Cached nameserver sets and times of ingests of a database. They are immutable, so they never expire. */
interface DictionaryCache {
  readonly sets: LRUCache<string, readonly string[]>;
  readonly times: LRUCache<number, number>;
}

const caches = new WeakMap<Database, DictionaryCache>();
const maxCachedTimes = 100_000;
/**
 * Maximum total length of the cached sets in characters. A set usually has a few dozen characters; in a malicious zone
 * file, it can have any number.
 */
const maxCharacters = 16_000_000;

type References = Iterable<Pick<NameHistory, 'row' | 'changes'>>;

/** Loads the nameserver sets and times that the rows and changes of these names refer to. */
export async function loadDictionary(database: Database, names: References): Promise<Dictionary> {
  let cache = caches.get(database);
  if (cache === undefined) {
    const sizeCalculation = (names: readonly string[]): number =>
      Math.max(maxCharacters / maxCachedTimes, sumOfLengths(names));
    cache = {
      sets: new LRUCache({ maxSize: maxCharacters, sizeCalculation }),
      times: boundedCache(maxCachedTimes),
    };
    caches.set(database, cache);
  }
  const { setIds, ingests } = referencesOf(names);
  const [sets, times] = await Promise.all([
    loadAll(setIds, cache.sets, (missing) => database.guard((sql) => selectSets(sql, { ids: missing }))),
    loadAll(ingests, cache.times, (missing) => database.guard((sql) => selectTimes(sql, { ids: missing }))),
  ]);
  return { nameservers: (id) => requireValue(sets, id), time: (id) => requireValue(times, id) };
}

function sumOfLengths(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + name.length, 0);
}

function referencesOf(names: References): { setIds: Set<string>; ingests: Set<number> } {
  const setIds = new Set<string>();
  const ingests = new Set<number>();
  for (const { row, changes } of names) {
    for (const version of [row, ...changes.map((change) => change.old)]) {
      if (version === null) continue;
      setIds.add(version.setId);
      ingests.add(version.sinceIngestId);
      for (const ingest of version.addedByIngestIds ?? []) ingests.add(ingest);
    }
    for (const { newSetId } of changes) if (newSetId !== null) setIds.add(newSetId);
  }
  return { setIds, ingests };
}

/** Returns values from the cache, and loads the missing ones with one statement. */
async function loadAll<Key extends string | number, Value extends object | number>(
  keys: Iterable<Key>,
  cache: LRUCache<Key, Value>,
  select: (missing: Key[]) => Promise<{ id: Key; value: Value }[]>,
): Promise<Map<Key, Value>> {
  const found = new Map<Key, Value>();
  const missing: Key[] = [];
  for (const key of keys) {
    const value = cache.get(key);
    if (value === undefined) missing.push(key);
    else found.set(key, value);
  }
  for (const { id, value } of missing.length === 0 ? [] : await select(missing)) {
    found.set(id, value);
    cache.set(id, value);
  }
  return found;
}

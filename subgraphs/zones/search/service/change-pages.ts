import type { Database } from '../../../../platform/database/index.js';
import {
  type IngestRange,
  selectIngestChanges,
  selectWindowIngests,
  type WindowIngest,
} from '../repository/changes.js';
import { allMethodsAllowed } from '../repository/selective-names.js';
import type { SearchZone } from '../repository/sessions.js';
import { selectSlice } from '../repository/slices.js';
import { type LabelRange, labelRange, matchesPattern } from '../rules/label-range.js';
import {
  changeObservations,
  latestObservations,
  minBound,
  type PairObservation,
  type ReadNames,
} from '../rules/observations.js';
import type { ChangeCursor } from '../rules/page-cursor.js';
import { PageTimeBudget, type Search } from './name-reader.js';
import {
  excludeImpossibleZones,
  loadDictionary,
  NoMatchRanges,
  type ObservationRecord,
  type Page,
  type PageQuery,
} from './pages.js';

const startCursor: ChangeCursor = { at: 0, ingest: 0, label: '', data: null };

const noMatches = new NoMatchRanges<ChangeCursor>((a, b) => isAfter(b, a));

/**
 * A page of the change-set of a window up to the watermark, in the order of time, ingest, label and nameserver.
 * @throws {DomainError} TIMEOUT if no match was found in time and more remains to be searched; the next attempt
 * continues where this one ended
 */
export async function readChangePage(
  database: Database,
  { search: requested, after, limit, timeLimitMs }: PageQuery<WindowSearch, ChangeCursor>,
): Promise<Page<ChangeCursor>> {
  const search = excludeImpossibleZones(requested);
  if (search.zones.length === 0) return pageOf([], { limit, next: null });
  const time = new PageTimeBudget(search, timeLimitMs);
  const first = { ...startCursor, at: search.window.start };
  const { begin } = noMatches.resume(database, search, after ?? first);
  const reader = new ChangeReader(database, search);
  const found: FoundObservation[] = [];
  for (let from = begin; ; ) {
    const { changes, next } = await reader.read(from, limit + 1 - found.length);
    for (const change of changes) {
      const { cursor } = change;
      for (const pair of change.pairs) {
        if (!isAfter({ ...cursor, data: pair.data }, begin)) continue;
        const { domain, zone } = change;
        found.push({ observation: { domain, zone, ...pair }, cursor: { ...cursor, data: pair.data } });
      }
      // One result more than the page size shows whether there is another page.
      if (found.length > limit) break;
    }
    if (found.length > limit) return pageOf(found, { limit, next: found[limit - 1]?.cursor ?? null });
    if (next === null) return pageOf(found, { limit, next });
    if (time.isExpired && found.length > 0) return { ...pageOf(found, { limit, next }), isPartial: true };
    if (time.isExpired)
      throw noMatches.timeoutAfterRecording(database, search, {
        from: begin,
        to: next,
        allowedMethods: allMethodsAllowed,
      });
    from = next;
  }
}

interface FoundObservation {
  readonly observation: ObservationRecord;
  readonly cursor: ChangeCursor;
}

function pageOf(
  found: readonly FoundObservation[],
  { limit, next }: { limit: number; next: ChangeCursor | null },
): Page<ChangeCursor> {
  return {
    results: found.slice(0, limit).map(({ observation }) => observation),
    next,
    isPartial: false,
    positionOf: (index) => found[index]?.cursor ?? startCursor,
  };
}

/** Whether a cursor is after another one. A cursor without a nameserver sorts before all nameservers of its label. */
function isAfter(a: ChangeCursor, b: ChangeCursor): boolean {
  if (a.at !== b.at) return a.at > b.at;
  if (a.ingest !== b.ingest) return a.ingest > b.ingest;
  if (a.label !== b.label) return a.label > b.label;
  return a.data !== null && (b.data === null || a.data > b.data);
}

/** A search with a window. */
export type WindowSearch = Search & { readonly window: NonNullable<Search['window']> };

/** Maximum number of ingests per statement. */
const maxIngests = 500;

/** A wildcard search starts with one ingest per read and doubles the number while a read takes less than this. */
const shortReadMs = 200;

/** Maximum number of first imports per statement, when the previous ones had no match. */
const maxInitialIngests = 256;

/** Number of names of first imports that one statement reads for a wildcard. */
const namesPerScan = 20_000;

interface ZoneIngestRange extends IngestRange {
  readonly zone: SearchZone;
}

/** Observations of one name in one ingest. */
interface FoundChange {
  readonly domain: string;
  /** Name of the zone. */
  readonly zone: string;
  readonly cursor: ChangeCursor;
  readonly pairs: readonly PairObservation[];
}

interface FoundChanges {
  readonly changes: readonly FoundChange[];
  /** Position at which reading stopped; null at the end. */
  readonly next: ChangeCursor | null;
}

/** Reads changes ingest by ingest. One instance serves one page. */
export class ChangeReader {
  readonly #database: Database;
  readonly #search: WindowSearch;
  readonly #zones: ReadonlyMap<number, SearchZone>;
  #ingestsPerBatch: number;
  /** Factor by which reads are enlarged; grows when a read did not advance. */
  #scale = 1;
  /** Number of first imports per statement; grows while they have no match. */
  #initialRangesPerStep = 1;

  constructor(database: Database, search: WindowSearch) {
    this.#database = database;
    this.#search = search;
    this.#ingestsPerBatch = search.pattern.kind === 'wildcard' ? 1 : maxIngests;
    this.#zones = new Map(search.zones.map((zone) => [zone.id, zone]));
  }

  /** Reads changes, starting at a cursor: about as many as the requested number of observations needs, or fewer. */
  async read(from: ChangeCursor, targetCount: number): Promise<FoundChanges> {
    const startedAt = performance.now();
    const found = await this.#readBatch(from, targetCount);
    if (this.#search.pattern.kind === 'wildcard') {
      const isShort = performance.now() - startedAt < shortReadMs;
      this.#ingestsPerBatch = isShort ? Math.min(maxIngests, this.#ingestsPerBatch * 2) : 1;
    }
    return found;
  }

  async #readBatch(from: ChangeCursor, targetCount: number): Promise<FoundChanges> {
    const { window, zones, watermark } = this.#search;
    const [onlyZone] = zones;
    const zoneId = zones.length === 1 && onlyZone !== undefined ? onlyZone.id : null;
    const ingests = await this.#database.guard((sql) =>
      selectWindowIngests(sql, { zoneId, ...window, watermark, from, limit: this.#ingestsPerBatch }),
    );
    const [first] = ingests;
    if (first === undefined) return { changes: [], next: null };
    const end = ingests.findIndex(({ isInitial }) => isInitial !== first.isInitial);
    const sameKind = end === -1 ? ingests : ingests.slice(0, end);
    return first.isInitial
      ? await this.#readInitial(sameKind, { from, targetCount })
      : await this.#readChanges(sameKind, { from, targetCount });
  }

  async #readChanges(
    ingests: readonly WindowIngest[],
    { from, targetCount }: { from: ChangeCursor; targetCount: number },
  ): Promise<FoundChanges> {
    const { pattern } = this.#search;
    const ranges = ingests.flatMap((ingest) => this.#rangeOf(ingest, from));
    const [sample] = ranges;
    // Each change has at least one observation; those of the first one may all have been returned before.
    const limit = targetCount + 1;
    const rows =
      sample === undefined
        ? []
        : await this.#database.guard((sql) => {
            const { to, like } = labelRange(pattern, sample.suffix);
            return selectIngestChanges(sql, { ranges, to, like: like?.domain ?? null, limit });
          });
    const dictionary = await loadDictionary(
      this.#database,
      rows.map((row) => ({ row: null, changes: [row] })),
    );
    const zoneOf = new Map(ingests.map((ingest) => [ingest.id, this.#zones.get(ingest.zoneId)]));
    const changes = rows.flatMap((row): FoundChange[] => {
      const { at, ingest, label } = row;
      const change = this.#changeOf(zoneOf.get(ingest), { at, ingest, label, data: null });
      return change === null ? [] : [{ ...change, pairs: changeObservations(row, dictionary) }];
    });
    // With all requested rows the page is full, and the next page starts after its last result.
    return { changes, next: cursorAfter(ingests.at(-1)) };
  }

  /** Reads first imports. Their names are read from the state at the time of the import: docs/decisions/0012. */
  async #readInitial(
    ingests: readonly WindowIngest[],
    { from, targetCount }: { from: ChangeCursor; targetCount: number },
  ): Promise<FoundChanges> {
    const ranges = ingests.flatMap((ingest) => this.#rangeOf(ingest, from));
    // The label of the cursor applies to one import only; the ranges of all others start at the same label.
    const isWithin = from.label !== '' && ranges[0]?.ingest.id === from.ingest;
    const batch = ranges.slice(0, isWithin ? 1 : this.#initialRangesPerStep);
    const last = batch.at(-1)?.ingest ?? ingests.at(-1);
    const { names, bounds } = await this.#readState(batch, targetCount);
    const dictionary = await loadDictionary(this.#database, names);
    const bound = minBound(bounds);
    const changes: FoundChange[] = [];
    for (const { zone, ingest } of batch) {
      const snapshot = { watermark: ingest.id, inactiveFrom: null };
      const inOrder = names
        .filter(({ zoneId, label }) => zoneId === zone.id && (bound === null || label < bound))
        .sort((a, b) => (a.label < b.label ? -1 : 1));
      for (const name of inOrder) {
        const cursor = { at: ingest.at, ingest: ingest.id, label: name.label, data: null };
        const change = this.#changeOf(zone, cursor);
        if (change !== null) changes.push({ ...change, pairs: latestObservations(name, snapshot, dictionary) });
      }
      if (bound === null) continue;
      this.#initialRangesPerStep = 1;
      if (ingest.id === from.ingest && bound <= from.label) this.#scale *= 4;
      return { changes, next: { at: ingest.at, ingest: ingest.id, label: bound, data: null } };
    }
    if (changes.length < targetCount)
      this.#initialRangesPerStep = Math.min(maxInitialIngests, this.#initialRangesPerStep * 4);
    return { changes, next: cursorAfter(last) };
  }

  async #readState(ranges: readonly ZoneIngestRange[], targetCount: number): Promise<ReadNames> {
    const [first] = ranges;
    if (first === undefined) return { names: [], bounds: new Map() };
    const { to, like } = labelRange(this.#search.pattern, first.suffix);
    const size = Math.ceil(((like === null ? targetCount : namesPerScan) * this.#scale) / ranges.length) + 2;
    return await selectSlice(this.#database, {
      zones: ranges.map(({ zone, points }) => ({ zone, size, points })),
      ...{ from: first.from, to, like: like?.domain ?? null },
      // Each zone is rolled back to its own import; changes are read back to the earliest of them.
      ...{ watermark: Math.min(...ranges.map(({ ingest }) => ingest.id)), changesFrom: null },
    });
  }

  #rangeOf(ingest: WindowIngest, cursor: ChangeCursor): ZoneIngestRange[] {
    const zone = this.#zones.get(ingest.zoneId);
    if (zone === undefined) return [];
    const { suffix } = zone;
    const begin = ingest.id === cursor.ingest ? cursor.label : '';
    const { from, points } = rangeFromLabel(labelRange(this.#search.pattern, suffix), begin);
    return [{ ingest, zone, suffix, from, points }];
  }

  #changeOf(zone: SearchZone | undefined, cursor: ChangeCursor): Omit<FoundChange, 'pairs'> | null {
    if (zone === undefined) return null;
    const domain = cursor.label + zone.suffix;
    return matchesPattern(this.#search.pattern, domain) ? { domain, zone: zone.name, cursor } : null;
  }
}

/** The part of a range that starts with a label, in label order. */
function rangeFromLabel(range: LabelRange, begin: string): LabelRange {
  const from = range.from > begin ? range.from : begin;
  return { ...range, from, points: range.points.filter((point) => point >= begin && point < from) };
}

/** The cursor after all changes of an ingest; null without an ingest. */
function cursorAfter(ingest: WindowIngest | undefined): ChangeCursor | null {
  return ingest === undefined ? null : { at: ingest.at, ingest: ingest.id + 1, label: '', data: null };
}

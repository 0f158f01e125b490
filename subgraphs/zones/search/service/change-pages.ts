import type { Database } from '../../../../platform/database/index.js';
import {
  type IngestRange,
  selectIngestChanges,
  selectWindowIngests,
  type WindowIngest,
} from '../repository/changes.js';
import { leastBound, loadDictionary, type ReadNames } from '../repository/rows.js';
import type { SearchZone } from '../repository/sessions.js';
import { selectSlice } from '../repository/slices.js';
import { type LabelRange, labelRange, matchesPattern } from '../rules/label-range.js';
import { changeObservations, latestObservations, type PairObservation } from '../rules/observations.js';
import type { ChangePlace } from '../rules/page-cursor.js';
import {
  FruitlessParts,
  inPossibleZones,
  type ObservationRecord,
  type Page,
  type PageQuery,
  PageTime,
  type Search,
  timeForAll,
} from './page.js';

const fruitless = new FruitlessParts<ChangePlace>((one, other) => isAfter(other, one));

/**
 * A page of the change-set of a window up to the watermark, in the order of time, ingest, label and nameserver.
 * @throws {DomainError} TIMEOUT when nothing was found in time and there is more to look at; the next attempt looks on there
 */
export async function readChangePage(
  database: Database,
  { search: asked, after, limit, milliseconds }: PageQuery<WindowSearch, ChangePlace>,
): Promise<Page<ChangePlace>> {
  const search = inPossibleZones(asked);
  if (search.zones.length === 0) return { results: [], next: null, isPartial: false };
  const time = new PageTime(search, milliseconds);
  const first: ChangePlace = { at: search.window.start, ingest: 0, label: '', data: null };
  const { begin } = fruitless.resume(database, search, after ?? first);
  const reader = new ChangeReader(database, search);
  const found: { observation: ObservationRecord; place: ChangePlace }[] = [];
  for (let from = begin; ; ) {
    const { changes, next } = await reader.read(from, limit + 1 - found.length);
    for (const change of changes) {
      const { place } = change;
      for (const pair of change.pairs) {
        if (!isAfter({ ...place, data: pair.data }, begin)) continue;
        const { domain, zone } = change;
        found.push({ observation: { domain, zone, ...pair }, place: { ...place, data: pair.data } });
      }
      // One more than the page tells whether there is more.
      if (found.length > limit) break;
    }
    const results = found.slice(0, limit).map(({ observation }) => observation);
    if (found.length > limit) return { results, next: found[limit - 1]?.place ?? null, isPartial: false };
    if (next === null) return { results, next, isPartial: false };
    if (time.isUp && found.length > 0) return { results, next, isPartial: true };
    if (time.isUp) throw fruitless.failure(database, search, { from: begin, to: next, hasTimeFor: timeForAll });
    from = next;
  }
}

/** A place without nameserver is before all those of its label. */
function isAfter(one: ChangePlace, other: ChangePlace): boolean {
  if (one.at !== other.at) return one.at > other.at;
  if (one.ingest !== other.ingest) return one.ingest > other.ingest;
  if (one.label !== other.label) return one.label > other.label;
  return one.data !== null && (other.data === null || one.data > other.data);
}

/** A search in a window. */
export type WindowSearch = Search & { readonly window: NonNullable<Search['window']> };

/** Ingests that one statement looks at. */
const mostAtOnce = 500;

/** A wildcard begins with one, and doubles them while a piece takes less than this: the time is looked at in between. */
const shortMilliseconds = 200;

/** First imports that one statement looks at, when those before had nothing that matches. */
const mostInitialAtOnce = 256;

/** Names of first imports that one statement looks at for a wildcard. */
const walkedNames = 20_000;

interface ZoneIngestRange extends IngestRange {
  readonly zone: SearchZone;
}

/** What became of one name in one ingest. */
interface FoundChange {
  readonly domain: string;
  /** Name of the zone. */
  readonly zone: string;
  readonly place: ChangePlace;
  readonly pairs: readonly PairObservation[];
}

interface FoundChanges {
  readonly changes: readonly FoundChange[];
  /** Up to which place was looked; null: to the end. */
  readonly next: ChangePlace | null;
}

/** Reads changes ingest by ingest. */
export class ChangeReader {
  readonly #database: Database;
  readonly #search: WindowSearch;
  readonly #zones: ReadonlyMap<number, SearchZone>;
  #ingestsAtOnce: number;
  /** Grows when a piece was too small to come forward. */
  #scale = 1;
  /** Grows while first imports have nothing that matches. */
  #initialAtOnce = 1;

  constructor(database: Database, search: WindowSearch) {
    this.#database = database;
    this.#search = search;
    this.#ingestsAtOnce = search.pattern.kind === 'wildcard' ? 1 : mostAtOnce;
    this.#zones = new Map(search.zones.map((zone) => [zone.id, zone]));
  }

  /** The changes from a place on, roughly as many as the wanted number of observations needs, or fewer. */
  async read(from: ChangePlace, wanted: number): Promise<FoundChanges> {
    const begin = performance.now();
    const found = await this.#readPiece(from, wanted);
    if (this.#search.pattern.kind === 'wildcard') {
      const isShort = performance.now() - begin < shortMilliseconds;
      this.#ingestsAtOnce = isShort ? Math.min(mostAtOnce, this.#ingestsAtOnce * 2) : 1;
    }
    return found;
  }

  async #readPiece(from: ChangePlace, wanted: number): Promise<FoundChanges> {
    const { window, zones, watermark } = this.#search;
    const [only] = zones;
    const zoneId = zones.length === 1 && only !== undefined ? only.id : null;
    const ingests = await this.#database.guard((sql) =>
      selectWindowIngests(sql, { zoneId, ...window, watermark, from, limit: this.#ingestsAtOnce }),
    );
    const [first] = ingests;
    if (first === undefined) return { changes: [], next: null };
    const other = ingests.findIndex(({ isInitial }) => isInitial !== first.isInitial);
    const alike = other === -1 ? ingests : ingests.slice(0, other);
    return first.isInitial
      ? await this.#readInitial(alike, { from, wanted })
      : await this.#readLater(alike, { from, wanted });
  }

  async #readLater(
    ingests: readonly WindowIngest[],
    { from, wanted }: { from: ChangePlace; wanted: number },
  ): Promise<FoundChanges> {
    const { pattern } = this.#search;
    const ranges = ingests.flatMap((ingest) => this.#rangeOf(ingest, from));
    const [sample] = ranges;
    // Each change has an observation at least; of the first one all may have been given out.
    const limit = wanted + 1;
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
    // With all rows that were asked for the page is full, and its last result is where the next one begins.
    return { changes, next: behind(ingests.at(-1)) };
  }

  /** A first import is the state as it was then: docs/decisions, "Tables of zones". */
  async #readInitial(
    ingests: readonly WindowIngest[],
    { from, wanted }: { from: ChangePlace; wanted: number },
  ): Promise<FoundChanges> {
    const ranges = ingests.flatMap((ingest) => this.#rangeOf(ingest, from));
    // Labels of one import only are behind the place; where a range begins is the same for all others.
    const isWithin = from.label !== '' && ranges[0]?.ingest.id === from.ingest;
    const taken = ranges.slice(0, isWithin ? 1 : this.#initialAtOnce);
    const last = taken.at(-1)?.ingest ?? ingests.at(-1);
    const { names, bounds } = await this.#readState(taken, wanted);
    const dictionary = await loadDictionary(this.#database, names);
    const bound = leastBound(bounds);
    const changes: FoundChange[] = [];
    for (const { zone, ingest } of taken) {
      const moment = { watermark: ingest.id, inactiveFrom: null };
      const inOrder = names
        .filter(({ zoneId, label }) => zoneId === zone.id && (bound === null || label < bound))
        .sort((one, other) => (one.label < other.label ? -1 : 1));
      for (const name of inOrder) {
        const place = { at: ingest.at, ingest: ingest.id, label: name.label, data: null };
        const change = this.#changeOf(zone, place);
        if (change !== null) changes.push({ ...change, pairs: latestObservations(name, moment, dictionary) });
      }
      if (bound === null) continue;
      this.#initialAtOnce = 1;
      if (ingest.id === from.ingest && bound <= from.label) this.#scale *= 4;
      return { changes, next: { at: ingest.at, ingest: ingest.id, label: bound, data: null } };
    }
    if (changes.length < wanted) this.#initialAtOnce = Math.min(mostInitialAtOnce, this.#initialAtOnce * 4);
    return { changes, next: behind(last) };
  }

  async #readState(ranges: readonly ZoneIngestRange[], wanted: number): Promise<ReadNames> {
    const [first] = ranges;
    if (first === undefined) return { names: [], bounds: new Map() };
    const { to, like } = labelRange(this.#search.pattern, first.suffix);
    const size = Math.ceil(((like === null ? wanted : walkedNames) * this.#scale) / ranges.length) + 2;
    return await selectSlice(this.#database, {
      zones: ranges.map(({ zone, points }) => ({ zone, size, points })),
      ...{ from: first.from, to, like: like?.domain ?? null },
      // Each zone is undone to its own import; what is read reaches back to the first of them.
      ...{ watermark: Math.min(...ranges.map(({ ingest }) => ingest.id)), changesFrom: null },
    });
  }

  #rangeOf(ingest: WindowIngest, place: ChangePlace): ZoneIngestRange[] {
    const zone = this.#zones.get(ingest.zoneId);
    if (zone === undefined) return [];
    const { suffix } = zone;
    const begin = ingest.id === place.ingest ? place.label : '';
    const { from, points } = labelsFromOn(labelRange(this.#search.pattern, suffix), begin);
    return [{ ingest, zone, suffix, from, points }];
  }

  #changeOf(zone: SearchZone | undefined, place: ChangePlace): Omit<FoundChange, 'pairs'> | null {
    if (zone === undefined) return null;
    const domain = place.label + zone.suffix;
    return matchesPattern(this.#search.pattern, domain) ? { domain, zone: zone.name, place } : null;
  }
}

/** The part of a range from a label on, in the order of labels. */
function labelsFromOn(range: LabelRange, begin: string): LabelRange {
  const from = range.from > begin ? range.from : begin;
  return { ...range, from, points: range.points.filter((point) => point >= begin && point < from) };
}

/** The place behind all of an ingest. */
function behind(ingest: WindowIngest | undefined): ChangePlace | null {
  return ingest === undefined ? null : { at: ingest.at, ingest: ingest.id + 1, label: '', data: null };
}

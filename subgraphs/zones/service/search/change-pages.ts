import type { Database } from '../../../../platform/database/index.js';
import {
  type IngestRange,
  selectIngestChanges,
  selectWindowIngests,
  type WindowIngest,
} from '../../repository/search/changes.js';
import { loadDictionary } from '../../repository/search/dictionary.js';
import { selectSlice } from '../../repository/search/slices.js';
import type { SearchZone } from '../../repository/search/zones.js';
import { type LabelRange, labelRange, matchesPattern } from '../../rules/search/label-range.js';
import { changeObservations, latestObservations, type PairObservation } from '../../rules/search/observations.js';
import type { ChangePlace } from '../../rules/search/page-cursor.js';
import { type ObservationRecord, type Page, PageTime, type Search } from './search.js';
import { partialPage } from './state-pages.js';

type WindowSearch = Search & { readonly window: NonNullable<Search['window']> };

/** Ingests that one statement looks at; with a wildcard fewer, so that the time is looked at in between. */
const ingestsAtOnce = { prefix: 500, wildcard: 20 };

/** Names of a first import that one statement looks at for a wildcard. */
const walkedNames = 20_000;

/**
 * A page of the change-set of a window up to the watermark, in the order of time, ingest, label and nameserver.
 * @throws {DomainError} TIMEOUT when nothing was found for long and there is more to look at
 */
export async function readChangePage(
  database: Database,
  { search, after, limit }: { search: WindowSearch; after: ChangePlace | null; limit: number },
): Promise<Page<ChangePlace>> {
  const time = new PageTime();
  const reader = new ChangeReader(database, search);
  const found: { observation: ObservationRecord; place: ChangePlace }[] = [];
  const begin: ChangePlace = after ?? { at: search.window.start, ingest: 0, label: '', data: null };
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
    if (time.isUp(found.length)) return partialPage(results, next);
    from = next;
  }
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
class ChangeReader {
  readonly #database: Database;
  readonly #search: WindowSearch;
  readonly #zones: ReadonlyMap<number, SearchZone>;
  /** Grows when a piece was too small to come forward. */
  #scale = 1;

  constructor(database: Database, search: WindowSearch) {
    this.#database = database;
    this.#search = search;
    this.#zones = new Map(search.zones.map((zone) => [zone.id, zone]));
  }

  /** The changes from a place on, roughly as many as the wanted number of observations needs, or fewer. */
  async read(from: ChangePlace, wanted: number): Promise<FoundChanges> {
    const { window, zones, watermark, pattern } = this.#search;
    const [only] = zones;
    const atOnce = pattern.kind === 'wildcard' ? ingestsAtOnce.wildcard : ingestsAtOnce.prefix;
    const zoneId = zones.length === 1 && only !== undefined ? only.id : null;
    const ingests = await this.#database.guard((sql) =>
      selectWindowIngests(sql, { zoneId, ...window, watermark, from, limit: atOnce }),
    );
    const [first] = ingests;
    if (first === undefined) return { changes: [], next: null };
    if (first.isInitial) return await this.#readInitial(first, { from, wanted });
    const initial = ingests.findIndex(({ isInitial }) => isInitial);
    return await this.#readLater(initial === -1 ? ingests : ingests.slice(0, initial), { from, wanted });
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
    ingest: WindowIngest,
    { from, wanted }: { from: ChangePlace; wanted: number },
  ): Promise<FoundChanges> {
    const zone = this.#zones.get(ingest.zoneId);
    if (zone === undefined) return { changes: [], next: behind(ingest) };
    const begin = ingest.id === from.ingest ? from.label : '';
    const range = labelsFromOn(labelRange(this.#search.pattern, zone.suffix), begin);
    const { names, bounds } = await this.#database.guard((sql) =>
      selectSlice(sql, {
        zones: [{ zone, size: (range.like === null ? wanted : walkedNames) * this.#scale + 2, points: range.points }],
        ...{ from: range.from, to: range.to, like: range.like?.domain ?? null },
        ...{ watermark: ingest.id, changesFrom: null },
      }),
    );
    const bound = bounds.get(zone.id) ?? null;
    if (bound !== null && bound <= begin) this.#scale *= 4;
    const dictionary = await loadDictionary(this.#database, names);
    const moment = { watermark: ingest.id, inactiveFrom: null };
    const changes = names
      .filter(({ label }) => label >= begin && (bound === null || label < bound))
      .sort((one, other) => (one.label < other.label ? -1 : 1))
      .flatMap((name): FoundChange[] => {
        const place = { at: ingest.at, ingest: ingest.id, label: name.label, data: null };
        const change = this.#changeOf(zone, place);
        return change === null ? [] : [{ ...change, pairs: latestObservations(name, moment, dictionary) }];
      });
    const next = bound === null ? behind(ingest) : { at: ingest.at, ingest: ingest.id, label: bound, data: null };
    return { changes, next };
  }

  #rangeOf(ingest: WindowIngest, place: ChangePlace): IngestRange[] {
    const zone = this.#zones.get(ingest.zoneId);
    if (zone === undefined) return [];
    const { suffix } = zone;
    const begin = ingest.id === place.ingest ? place.label : '';
    const { from, points } = labelsFromOn(labelRange(this.#search.pattern, suffix), begin);
    return [{ ingest, suffix, from, points }];
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

/** A place without nameserver is before all those of its label. */
function isAfter(one: ChangePlace, other: ChangePlace): boolean {
  if (one.at !== other.at) return one.at > other.at;
  if (one.ingest !== other.ingest) return one.ingest > other.ingest;
  if (one.label !== other.label) return one.label > other.label;
  return other.data === null || (one.data !== null && one.data > other.data);
}

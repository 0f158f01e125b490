import type { Database } from '../../../../platform/database/index.js';
import type { ChangePlace } from '../../rules/search/page-cursor.js';
import { ChangeReader, type WindowSearch } from './change-reader.js';
import { FruitlessParts, timeForAll } from './fruitless-parts.js';
import { inPossibleZones, type ObservationRecord, type Page, type PageQuery, PageTime } from './search.js';

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

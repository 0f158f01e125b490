import type { Database } from '../../../../platform/database/index.js';
import { loadDictionary } from '../repository/rows.js';
import { latestObservations } from '../rules/observations.js';
import type { StateCursor } from '../rules/page-cursor.js';
import { NameReader } from './name-reader.js';
import {
  inPossibleZones,
  NoMatchRanges,
  type ObservationRecord,
  type Page,
  type PageQuery,
  PageTime,
  type Search,
} from './page.js';

const beginning: StateCursor = { domain: '', zone: '', data: null };

const noMatches = new NoMatchRanges<StateCursor>((one, other) => isAfter(other, one));

/**
 * A page of the current state as it was at the watermark, in the order of domain, zone and nameserver.
 * @throws {DomainError} TIMEOUT when nothing was found in time and there is more to look at; the next attempt looks on there
 */
export async function readStatePage(
  database: Database,
  { search: requested, after, limit, milliseconds }: PageQuery<Search, StateCursor>,
): Promise<Page<StateCursor>> {
  const search = inPossibleZones(requested);
  if (search.zones.length === 0) return pageOf([], null);
  const time = new PageTime(search, milliseconds);
  const { begin, hasTimeFor } = noMatches.resume(database, search, after ?? beginning);
  const reader = new NameReader({ database, search, time, hasTimeFor });
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
      // One result beyond the page means that there are more.
      if (found.length > limit) return fullPage(found, limit);
    }
    if (bound === null) return pageOf(found, null);
    const next = { ...beginning, domain: bound };
    if (time.isUp && found.length > 0) return { ...pageOf(found, next), isPartial: true };
    if (time.isUp) {
      throw noMatches.failure(database, search, { from: begin, to: next, hasTimeFor: reader.hasTimeNext });
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
  const positionOf = (index: number): StateCursor => cursorOf(results[index] ?? beginning);
  return { results, next, isPartial: false, positionOf };
}

function cursorOf({ domain, zone, data }: StateCursor): StateCursor {
  return { domain, zone, data };
}

/** A cursor without a nameserver sorts before all nameservers of its name. */
function isAfter(one: StateCursor, other: StateCursor): boolean {
  if (one.domain !== other.domain) return one.domain > other.domain;
  if (one.zone !== other.zone) return one.zone > other.zone;
  return one.data !== null && (other.data === null || one.data > other.data);
}

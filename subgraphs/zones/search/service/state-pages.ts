import type { Database } from '../../../../platform/database/index.js';
import { loadDictionary } from '../repository/rows.js';
import { latestObservations } from '../rules/observations.js';
import type { StatePlace } from '../rules/page-cursor.js';
import { NameReader } from './name-reader.js';
import {
  FruitlessParts,
  inPossibleZones,
  type ObservationRecord,
  type Page,
  type PageQuery,
  PageTime,
  type Search,
} from './page.js';

const beginning: StatePlace = { domain: '', zone: '', data: null };

const fruitless = new FruitlessParts<StatePlace>((one, other) => isAfter(other, one));

/**
 * A page of the current state as it was at the watermark, in the order of domain, zone and nameserver.
 * @throws {DomainError} TIMEOUT when nothing was found in time and there is more to look at; the next attempt looks on there
 */
export async function readStatePage(
  database: Database,
  { search: asked, after, limit, milliseconds }: PageQuery<Search, StatePlace>,
): Promise<Page<StatePlace>> {
  const search = inPossibleZones(asked);
  if (search.zones.length === 0) return { results: [], next: null, isPartial: false };
  const time = new PageTime(search, milliseconds);
  const { begin, hasTimeFor } = fruitless.resume(database, search, after ?? beginning);
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
      // One more than the page tells whether there is more.
      if (found.length > limit) return fullPage(found, limit);
    }
    if (bound === null) return { results: found, next: null, isPartial: false };
    const next = { ...beginning, domain: bound };
    if (time.isUp && found.length > 0) return { results: found, next, isPartial: true };
    if (time.isUp) {
      throw fruitless.failure(database, search, { from: begin, to: next, hasTimeFor: reader.hasTimeNext });
    }
    from = bound;
  }
}

function fullPage(found: readonly ObservationRecord[], limit: number): Page<StatePlace> {
  const results = found.slice(0, limit);
  const last = results.at(-1);
  return { results, next: last === undefined ? null : placeOf(last), isPartial: false };
}

function placeOf({ domain, zone, data }: ObservationRecord): StatePlace {
  return { domain, zone, data };
}

/** A place without nameserver is before all those of its name. */
function isAfter(one: StatePlace, other: StatePlace): boolean {
  if (one.domain !== other.domain) return one.domain > other.domain;
  if (one.zone !== other.zone) return one.zone > other.zone;
  return one.data !== null && (other.data === null || one.data > other.data);
}

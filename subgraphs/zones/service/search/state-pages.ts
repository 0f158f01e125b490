import type { Database } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { loadDictionary } from '../../repository/search/dictionary.js';
import { latestObservations } from '../../rules/search/observations.js';
import type { StatePlace } from '../../rules/search/page-cursor.js';
import { NameReader } from './name-reader.js';
import { type ObservationRecord, type Page, PageTime, type Search } from './search.js';

const beginning: StatePlace = { domain: '', zone: '', data: null };

/**
 * A page of the current state as it was at the watermark, in the order of domain, zone and nameserver.
 * @throws {DomainError} TIMEOUT when nothing was found for long and there is more to look at
 */
export async function readStatePage(
  database: Database,
  { search, after, limit }: { search: Search; after: StatePlace | null; limit: number },
): Promise<Page<StatePlace>> {
  const time = new PageTime(search);
  const reader = new NameReader({ database, search, time });
  const begin = after ?? beginning;
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
    if (time.isUp(found.length)) return partialPage(found, { ...beginning, domain: bound });
    from = bound;
  }
}

function fullPage(found: readonly ObservationRecord[], limit: number): Page<StatePlace> {
  const results = found.slice(0, limit);
  const last = results.at(-1);
  return { results, next: last === undefined ? null : placeOf(last), isPartial: false };
}

/** What is left begins at the end of the range looked at, which may be far behind the last match. */
export function partialPage<Place>(results: readonly ObservationRecord[], next: Place): Page<Place> {
  if (results.length > 0) return { results, next, isPartial: true };
  throw new DomainError('TIMEOUT', 'The search took too long; search for more characters in a row');
}

function placeOf({ domain, zone, data }: ObservationRecord): StatePlace {
  return { domain, zone, data };
}

/** A place without nameserver is before all those of its name. */
function isAfter(observation: ObservationRecord, place: StatePlace): boolean {
  if (observation.domain !== place.domain) return observation.domain > place.domain;
  if (observation.zone !== place.zone) return observation.zone > place.zone;
  return place.data === null || observation.data > place.data;
}

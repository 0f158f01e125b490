import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { loadDictionary } from '../../repository/search/dictionary.js';
import { selectNames, selectZonesNamed, type ZoneName } from '../../repository/search/names.js';
import { parseDomainName, possiblePlaces } from '../../rules/search/domain-name.js';
import {
  activeObservations,
  changeObservations,
  latestObservations,
  type NameHistory,
  type PairObservation,
} from '../../rules/search/observations.js';
import { earliestReadable } from '../../rules/search/search-terms.js';
import { unicodeLabel } from '../../rules/search/skeleton.js';
import { chargeQuery, refundQuery, requireAccess } from '../accounts/access.js';
import type { ZoneDependencies, ZoneRequest } from '../dependencies.js';
import type { ObservationRecord } from './search.js';

/** A domain name with everything that is kept of it in all zones. */
export interface DomainRecord {
  readonly name: string;
  /** As people see it. */
  readonly unicodeName: string;
  /** The latest observation of each pair, by zone and nameserver. */
  readonly observations: readonly ObservationRecord[];
  /** Every observation, the newest first. */
  readonly history: readonly ObservationRecord[];
}

/** The root zone's name in the list of zones. */
const rootZone = 'root';
const unlimited = 2 ** 31 - 1;

/**
 * One domain; null when no zone has or had it. For accounts it counts as one query.
 * @throws {DomainError} BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, QUOTA_EXCEEDED
 */
export async function readDomain(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: { name: string },
): Promise<DomainRecord | null> {
  const access = await requireAccess(dependencies, request.caller);
  const name = parseDomainName(input.name);
  if (name === null) throw new DomainError('BAD_USER_INPUT', 'name is not a domain name', { argument: 'name' });
  const quota = await chargeQuery(dependencies, access);
  try {
    const [domain] = await domainsByNames(dependencies, request, { names: [name] });
    return domain === undefined || domain.history.length === 0 ? null : domain;
  } catch (error) {
    await refundQuery(dependencies, access, quota).catch(() => undefined);
    throw error;
  }
}

/** The domains of these names in their order; one that was never observed has no observations. */
export async function domainsByNames(
  dependencies: ZoneDependencies,
  { caller }: ZoneRequest,
  { names }: { names: readonly string[] },
): Promise<DomainRecord[]> {
  const { tier } = await requireAccess(dependencies, caller);
  const inactiveFrom = earliestReadable(tier, dependencies.clock.now());
  const places = await placesOf(dependencies, names);
  const read = places.length === 0 ? [] : await dependencies.database.guard((sql) => selectNames(sql, places));
  const dictionary = await loadDictionary(dependencies.database, read);
  const histories = new Map(read.map((name) => [`${name.zoneId} ${name.label}`, name]));
  const moment = { watermark: unlimited, inactiveFrom };
  return names.map((asked) => {
    const name = parseDomainName(asked) ?? asked;
    const found = places.flatMap(({ zone, label }) => {
      const history = label + zone.suffix === name ? histories.get(`${zone.id} ${label}`) : undefined;
      return history === undefined ? [] : [{ zone: zone.name, history }];
    });
    const every = (of: (history: NameHistory) => PairObservation[]): ObservationRecord[] =>
      found.flatMap(({ zone, history }) => of(history).map((pair) => ({ domain: name, zone, ...pair })));
    return {
      name: asked,
      unicodeName: unicodeLabel(name),
      observations: every((history) => latestObservations(history, moment, dictionary)),
      history: every((history) => allObservations(history, dictionary))
        .filter(({ timestamp }) => timestamp >= inactiveFrom || tier === 'enterprise')
        .sort(newestFirst),
    };
  });
}

/** All observations that are kept: those that the oldest row known was made by, and those of all changes since. */
function allObservations(
  { row, changes }: NameHistory,
  dictionary: Parameters<typeof latestObservations>[2],
): PairObservation[] {
  const [first] = changes;
  const oldest = first === undefined ? row : first.old;
  const before = oldest === null ? [] : activeObservations(oldest, dictionary);
  return [...before, ...changes.flatMap((change) => changeObservations(change, dictionary))];
}

async function placesOf({ database }: ZoneDependencies, names: readonly string[]): Promise<ZoneName[]> {
  const possible = names.flatMap((name) => possiblePlaces(parseDomainName(name) ?? '', rootZone));
  const wanted = [...new Set(possible.map(({ zone }) => zone))];
  const zones = await database.guard((sql) => selectZonesNamed(sql, wanted));
  const byName = new Map(zones.map((zone) => [zone.name, zone]));
  const places = new Map<string, ZoneName>();
  for (const { zone: zoneName, label } of possible) {
    const zone = byName.get(zoneName);
    if (zone !== undefined) places.set(`${zone.id} ${label}`, { zone, label });
  }
  return [...places.values()];
}

const order = 'domain-history';

/**
 * A page of a domain's history.
 * @throws {DomainError} BAD_USER_INPUT for a size outside of 1 to 1000 or a cursor of another list
 */
export function pageHistory(
  domain: Pick<DomainRecord, 'history'>,
  { first, after }: { first: number | null | undefined; after: string | null | undefined },
): ConnectionRecord<ObservationRecord> {
  const size = pageSize(first);
  const isContinued = after !== null && after !== undefined;
  const edges = domain.history.map((node) => ({ cursor: historyCursor(node), node }));
  if (!isContinued) return connectionOf({ edges: edges.slice(0, size + 1), size, isContinued });
  const { value, ids } = decodeCursor(after, { order, ids: 3 });
  const [zone = '', data = '', status = ''] = ids;
  // The observation itself may be too old by now: what comes behind it counts.
  const place = { timestamp: value, zone, data, status };
  const behind = edges.filter(({ node }) => newestFirst(node, place) > 0);
  return connectionOf({ edges: behind.slice(0, size + 1), size, isContinued });
}

function historyCursor({ timestamp, zone, data, status }: ObservationRecord): string {
  return encodeCursor({ order, value: timestamp, ids: [zone, data, status] });
}

type HistoryPlace = Pick<ObservationRecord, 'timestamp' | 'zone' | 'data'> & { readonly status: string };

function newestFirst(one: HistoryPlace, other: HistoryPlace): number {
  if (one.timestamp !== other.timestamp) return other.timestamp - one.timestamp;
  const [first, second] = [one, other].map(({ zone, data, status }) => `${zone} ${data} ${status}`);
  if (first === second) return 0;
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

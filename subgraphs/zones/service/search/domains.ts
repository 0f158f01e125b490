import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import type { ReadName } from '../../repository/search/name-rows.js';
import { type FoundNames, selectNames, selectNamesAbove } from '../../repository/search/names.js';
import { delegationAbove, parseDomainName, possiblePlaces } from '../../rules/search/domain-name.js';
import {
  activeObservations,
  changeObservations,
  latestObservations,
  type NameHistory,
  type PairObservation,
} from '../../rules/search/observations.js';
import { earliestReadable } from '../../rules/search/search-terms.js';
import { unicodeLabel } from '../../rules/search/skeleton.js';
import { type AccountAccess, chargeQuery, noAccount, refundQuery, requireAccess } from '../accounts/access.js';
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
  const access = await requireAccess(dependencies, caller);
  const parsed = names.map((name) => parseDomainName(name) ?? '');
  const places = parsed.flatMap((name, position) =>
    possiblePlaces(name, rootZone).map((place) => ({ position, ...place })),
  );
  const found = await dependencies.database.readRows(places.length, (sql) => selectNames(sql, places));
  const placesOf = Map.groupBy(found.places, ({ position }) => position);
  return names.map((asked, position) => {
    const name = parsed[position] || asked;
    // In a zone that is called like the root a shorter label may be another name.
    const matching = (placesOf.get(position) ?? []).filter(({ label, suffix }) => label + suffix === name);
    return { ...domainOf({ name, places: matching, found, access }, dependencies), name: asked };
  });
}

/**
 * For each hostname the registered domain that it belongs to: docs/decisions, "Domain of an endpoint". Null where the
 * store knows none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN: endpoints are for operators
 */
export async function domainsOfHosts(
  dependencies: ZoneDependencies,
  { caller }: ZoneRequest,
  { hostnames }: { hostnames: readonly string[] },
): Promise<(DomainRecord | null)[]> {
  if (caller.kind !== 'operator') throw noAccount(caller);
  const access = await requireAccess(dependencies, caller);
  const different = [...new Set(hostnames)];
  const places = different.flatMap((hostname, position) =>
    possiblePlaces(parseDomainName(hostname) ?? '', rootZone)
      .filter(({ zone }) => zone !== rootZone)
      .map((place) => ({ position, ...place })),
  );
  const found = await dependencies.database.readRows(places.length, (sql) => selectNamesAbove(sql, places));
  // Most hosts that are asked for together are under few domains.
  const domains = new Map<ReadName, DomainRecord>();
  const byHostname = new Map<string | undefined, DomainRecord>();
  for (const { position, zone, zoneId, suffix, label } of found.places) {
    const above = delegationAbove(label, (each) => found.name(zoneId, each));
    if (above === null) continue;
    let domain = domains.get(above);
    if (domain === undefined) {
      const places = [{ zone, zoneId, label: above.label }];
      domain = domainOf({ name: above.label + suffix, places, found, access }, dependencies);
      domains.set(above, domain);
    }
    byHostname.set(different[position], domain);
  }
  return hostnames.map((hostname) => byHostname.get(hostname) ?? null);
}

function domainOf(
  { name, places, found, access }: DomainSource,
  { clock }: Pick<ZoneDependencies, 'clock'>,
): DomainRecord {
  const { tier } = access;
  const { dictionary } = found;
  const inactiveFrom = earliestReadable(tier, clock.now());
  const moment = { watermark: unlimited, inactiveFrom };
  function every(of: (history: NameHistory) => PairObservation[]): ObservationRecord[] {
    return places.flatMap(({ zone, zoneId, label }) => {
      const history = found.name(zoneId, label);
      return history === undefined ? [] : of(history).map((pair) => ({ domain: name, zone, ...pair }));
    });
  }
  return {
    name,
    unicodeName: unicodeLabel(name),
    observations: every((history) => latestObservations(history, moment, dictionary)),
    history: every((history) => allObservations(history, dictionary))
      .filter(({ timestamp }) => timestamp >= inactiveFrom || tier === 'enterprise')
      .sort(newestFirst),
  };
}

interface DomainSource {
  readonly name: string;
  readonly places: readonly { readonly zone: string; readonly zoneId: number; readonly label: string }[];
  readonly found: FoundNames;
  readonly access: AccountAccess;
}

/** All observations that are kept: those that the oldest row known was made by, and those of all changes since. */
function allObservations({ row, changes }: NameHistory, dictionary: FoundNames['dictionary']): PairObservation[] {
  const [first] = changes;
  const oldest = first === undefined ? row : first.old;
  const before = oldest === null ? [] : activeObservations(oldest, dictionary);
  return [...before, ...changes.flatMap((change) => changeObservations(change, dictionary))];
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

import { type ConnectionRecord, connectionOf, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import { DomainError } from '../../../platform/domain-error.js';
import {
  type AccountAccess,
  chargeQuery,
  noAccount,
  refundQuery,
  requireAccess,
  tierLimits,
} from '../accounts/index.js';
import type { ZoneDependencies, ZoneRequest } from '../dependencies.js';
import { unicodeLabel } from '../names.js';
import {
  activeObservations,
  changeObservations,
  earliestReadable,
  latestObservations,
  type NameHistory,
  type ObservationRecord,
  type PairObservation,
  type ReadName,
} from '../search/index.js';
import { type FoundNames, type FoundZone, type NamePlace, selectNames, selectNamesAbove } from './repository.js';
import { delegationAbove, parseDomainName, possiblePlaces } from './rules.js';

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
    // What is in its zone since before the caller's window has an observation, and no history that the caller may read.
    const isKnown = domain !== undefined && domain.observations.length + domain.history.length > 0;
    return isKnown ? domain : null;
  } catch (error) {
    await refundQuery(dependencies, access, quota).catch(() => undefined);
    throw error;
  }
}

/** The domains of these names in their order; one that was never observed has no observations. */
export async function domainsByNames(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  { names }: { names: readonly string[] },
): Promise<DomainRecord[]> {
  const access = await requireAccess(dependencies, caller);
  const parsed = names.map((asked) => {
    const name = parseDomainName(asked) ?? '';
    return { asked, name: name || asked, possible: possiblePlaces(name, rootZone) };
  });
  const places = parsed.flatMap(({ possible }) => possible);
  const found = await dependencies.database.read({ signal, rows: places.length }, (sql) => selectNames(sql, places));
  return parsed.map(({ asked, name, possible }) => {
    // In a zone that is called like the root a shorter label may be another name.
    const inZones = possible.flatMap((place) => {
      const zone = found.zone(place.zone);
      return zone === undefined || place.label + zone.suffix !== name ? [] : [{ zone, label: place.label }];
    });
    return { ...domainOf({ name, places: inZones, found, access }, dependencies), name: asked };
  });
}

/**
 * For each hostname the registered domain that it belongs to: docs/decisions, "Domain of an endpoint". Null where the
 * store knows none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN: endpoints are for operators
 */
export async function domainsOfHosts(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  { hostnames }: { hostnames: readonly string[] },
): Promise<(DomainRecord | null)[]> {
  if (caller.kind !== 'operator') throw noAccount(caller);
  const access = await requireAccess(dependencies, caller);
  const placesOf = new Map(hostnames.map((hostname) => [hostname, placesUnderZones(hostname)]));
  const places = [...placesOf.values()].flat();
  const found = await dependencies.database.read({ signal, rows: places.length }, (sql) =>
    selectNamesAbove(sql, places),
  );
  // Most hosts that are asked for together are under few domains.
  const domains = new Map<ReadName, DomainRecord>();
  const byHostname = new Map<string, DomainRecord>();
  for (const [hostname, possible] of placesOf) {
    const place = possible.find(({ zone }) => found.zone(zone) !== undefined);
    const zone = place && found.zone(place.zone);
    const above = zone && delegationAbove(place.label, (label) => found.name(zone.id, label));
    if (!above) continue;
    let domain = domains.get(above);
    if (domain === undefined) {
      const { label } = above;
      domain = domainOf({ name: label + zone.suffix, places: [{ zone, label }], found, access }, dependencies);
      domains.set(above, domain);
    }
    byHostname.set(hostname, domain);
  }
  return hostnames.map((hostname) => byHostname.get(hostname) ?? null);
}

/** The longest zone first. The root delegates what nobody registers. */
function placesUnderZones(hostname: string): NamePlace[] {
  return possiblePlaces(parseDomainName(hostname) ?? '', rootZone).filter(({ zone }) => zone !== rootZone);
}

function domainOf(
  { name, places, found, access }: DomainSource,
  { clock }: Pick<ZoneDependencies, 'clock'>,
): DomainRecord {
  const limits = tierLimits(access.tier);
  const { dictionary } = found;
  const inactiveFrom = earliestReadable(limits, clock.now());
  const moment = { watermark: unlimited, inactiveFrom };
  function every(of: (history: NameHistory) => PairObservation[]): ObservationRecord[] {
    return places.flatMap(({ zone, label }) => {
      const history = found.name(zone.id, label);
      return history === undefined ? [] : of(history).map((pair) => ({ domain: name, zone: zone.name, ...pair }));
    });
  }
  return {
    name,
    unicodeName: unicodeLabel(name),
    observations: every((history) => latestObservations(history, moment, dictionary)),
    history: every((history) => allObservations(history, dictionary))
      .filter(({ timestamp }) => timestamp >= inactiveFrom || access.tier === 'enterprise')
      .sort(newestFirst),
  };
}

interface DomainSource {
  readonly name: string;
  readonly places: readonly { readonly zone: FoundZone; readonly label: string }[];
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

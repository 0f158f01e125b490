import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import { invalidArgument } from '../../../platform/domain-error.js';
import { authorize } from '../../../platform/permissions/index.js';
import { quoted } from '../../../platform/quoted.js';
import { type AccountAccess, requireAccess, runCharged, tierLimits } from '../accounts/index.js';
import type { ZoneDependencies, ZoneRequest } from '../dependencies.js';
import { toUnicodeName } from '../names.js';
import {
  activeObservations,
  changeObservations,
  type Dictionary,
  earliestReadable,
  latestObservations,
  type NameHistory,
  type ObservationRecord,
  type PairObservation,
  type ReadName,
} from '../search/index.js';
import { type FoundNames, type FoundZone, type NameKey, selectNames, selectNamesWithParents } from './repository.js';
import { delegationAbove, normalizeDomainName, possibleKeys } from './rules.js';

/** A domain name with the observations in all zones that the caller may read. */
export interface DomainRecord {
  readonly name: string;
  /** The name in Unicode. */
  readonly unicodeName: string;
  /**
   * The latest observation of each pair of the domain and a nameserver, ordered by zone and nameserver; of inactive
   * pairs, only those within the history of the caller's tier.
   */
  readonly observations: readonly ObservationRecord[];
  /** All observations within the history of the caller's tier, newest first. */
  readonly history: readonly ObservationRecord[];
}

/** Name of the root zone. */
export const rootZone = 'root';
const maxIngestId = 2 ** 31 - 1;

/**
 * One domain; null unless a zone contains the domain, or contained it within the caller's history. If the caller is an
 * account, this counts as one query toward its quota.
 * @throws {DomainError} BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, QUOTA_EXCEEDED
 */
export async function readDomain(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: { name: string },
): Promise<DomainRecord | null> {
  const access = await requireAccess(dependencies, request.caller);
  const name = normalizeDomainName(input.name);
  if (name === null) {
    throw invalidArgument('name', `name must be a domain name, such as example.com: ${quoted(input.name)}`);
  }
  return await runCharged(dependencies, { access, signal: request.signal }, async () => {
    const [domain] = await domainsByNames(dependencies, request, { names: [name] });
    return domain !== undefined && isObserved(domain) ? domain : null;
  });
}

/**
 * Whether a zone contains the domain, or contained it within the caller's history. A domain that has been active since
 * before that history has observations, but an empty history.
 */
export function isObserved({ observations, history }: DomainRecord): boolean {
  return observations.length + history.length > 0;
}

/**
 * The domains with these names, in the same order; a domain that was never observed has no observations.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN as {@link requireAccess}
 */
export async function domainsByNames(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  { names }: { names: readonly string[] },
): Promise<DomainRecord[]> {
  const access = await requireAccess(dependencies, caller);
  const parsed = names.map((requested) => {
    const name = normalizeDomainName(requested) ?? '';
    return { requested, name: name || requested, possible: possibleKeys(name, rootZone) };
  });
  const keys = parsed.flatMap(({ possible }) => possible);
  const found = await dependencies.database.read({ signal, rows: keys.length }, (sql) => selectNames(sql, keys));
  return parsed.map(({ requested, name, possible }) => {
    // The zone named `root` has no suffix, so a label there may form a different name.
    const inZones = possible.flatMap((key) => {
      const zone = found.zone(key.zone);
      return zone === undefined || key.label + zone.suffix !== name ? [] : [{ zone, label: key.label }];
    });
    return { ...domainOf({ name, keys: inZones, found, access }, dependencies), name: requested };
  });
}

/** The history of a name in one zone. */
interface ZoneHistory extends NameKey {
  readonly history: NameHistory;
}

/**
 * Reads the history of a domain in all zones, and the time from which the caller may read it, in Unix epoch
 * milliseconds. `keys` has all zones that may contain the domain, also those without a stored history.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN as {@link requireAccess}
 */
export async function readHistories(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  name: string,
): Promise<{ keys: NameKey[]; histories: ZoneHistory[]; dictionary: Dictionary; readableFrom: number }> {
  const access = await requireAccess(dependencies, caller);
  const possible = possibleKeys(normalizeDomainName(name) ?? '', rootZone);
  const found = await dependencies.database.read({ signal, rows: possible.length }, (sql) =>
    selectNames(sql, possible),
  );
  const inZones = possible.flatMap((key) => {
    const zone = found.zone(key.zone);
    return zone === undefined || key.label + zone.suffix !== name ? [] : [{ key, zone }];
  });
  const histories = inZones.flatMap(({ key, zone }): ZoneHistory[] => {
    const history = found.name(zone.id, key.label);
    return history === undefined ? [] : [{ ...key, history }];
  });
  const hasFullHistory = access.tier === 'enterprise';
  const readableFrom = hasFullHistory ? 0 : earliestReadable(tierLimits(access.tier), dependencies.clock.now());
  return { keys: inZones.map(({ key }) => key), histories, dictionary: found.dictionary, readableFrom };
}

/**
 * The registered domain of each hostname (docs/decisions/0021); null for a hostname if the longest matching zone
 * neither contains nor contained such a domain.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN: endpoints are for operators
 */
export async function domainsOfHosts(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  { hostnames }: { hostnames: readonly string[] },
): Promise<(DomainRecord | null)[]> {
  authorize(caller, 'zones.join');
  const access = await requireAccess(dependencies, caller);
  const keysOf = new Map(hostnames.map((hostname) => [hostname, keysUnderZones(hostname)]));
  const keys = [...keysOf.values()].flat();
  const found = await dependencies.database.read({ signal, rows: keys.length }, (sql) =>
    selectNamesWithParents(sql, keys),
  );
  // Hosts of one request usually share few domains.
  const domains = new Map<ReadName, DomainRecord>();
  const byHostname = new Map<string, DomainRecord>();
  for (const [hostname, possible] of keysOf) {
    const key = possible.find(({ zone }) => found.zone(zone) !== undefined);
    const zone = key && found.zone(key.zone);
    const above = zone && delegationAbove(key.label, (label) => found.name(zone.id, label));
    if (!above) continue;
    let domain = domains.get(above);
    if (domain === undefined) {
      const { label } = above;
      domain = domainOf({ name: label + zone.suffix, keys: [{ zone, label }], found, access }, dependencies);
      domains.set(above, domain);
    }
    byHostname.set(hostname, domain);
  }
  return hostnames.map((hostname) => byHostname.get(hostname) ?? null);
}

/** Possible keys of a hostname, longest zone first. The root zone is omitted, because it delegates only TLDs. */
function keysUnderZones(hostname: string): NameKey[] {
  return possibleKeys(normalizeDomainName(hostname) ?? '', rootZone).filter(({ zone }) => zone !== rootZone);
}

function domainOf(
  { name, keys, found, access }: DomainSource,
  { clock }: Pick<ZoneDependencies, 'clock'>,
): DomainRecord {
  const limits = tierLimits(access.tier);
  const { dictionary } = found;
  const inactiveFrom = earliestReadable(limits, clock.now());
  const snapshot = { watermark: maxIngestId, inactiveFrom };
  function observationsOf(select: (history: NameHistory) => PairObservation[]): ObservationRecord[] {
    return keys.flatMap(({ zone, label }) => {
      const history = found.name(zone.id, label);
      return history === undefined ? [] : select(history).map((pair) => ({ domain: name, zone: zone.name, ...pair }));
    });
  }
  return {
    name,
    unicodeName: toUnicodeName(name),
    observations: observationsOf((history) => latestObservations(history, snapshot, dictionary)),
    history: observationsOf((history) => allObservations(history, dictionary))
      .filter(({ timestamp }) => timestamp >= inactiveFrom || access.tier === 'enterprise')
      .sort(newestFirst),
  };
}

interface DomainSource {
  readonly name: string;
  readonly keys: readonly { readonly zone: FoundZone; readonly label: string }[];
  readonly found: FoundNames;
  readonly access: AccountAccess;
}

/** All stored observations: those of the oldest known row, and those of all changes since. */
function allObservations({ row, changes }: NameHistory, dictionary: FoundNames['dictionary']): PairObservation[] {
  const [first] = changes;
  const oldest = first === undefined ? row : first.old;
  const before = oldest === null ? [] : activeObservations(oldest, dictionary);
  return [...before, ...changes.flatMap((change) => changeObservations(change, dictionary))];
}

const order = 'domain-history';

/**
 * A page of a domain's history.
 * @throws {DomainError} BAD_USER_INPUT for a size outside of 1–1000 or a cursor of another list
 */
export function pageHistory(
  domain: Pick<DomainRecord, 'history'>,
  { first, after }: PageInput,
): ConnectionRecord<ObservationRecord> {
  const size = pageSize(first);
  const isContinued = after !== null && after !== undefined;
  const edges = domain.history.map((node) => ({ cursor: historyCursor(node), node }));
  if (!isContinued) return connectionOf({ edges: edges.slice(0, size + 1), size, isContinued });
  const { value, ids } = decodeCursor(after, { order, ids: 3 });
  const [zone = '', data = '', status = ''] = ids;
  // The observation itself may be outside of the history window; only its position matters.
  const key = { timestamp: value, zone, data, status };
  const following = edges.filter(({ node }) => newestFirst(node, key) > 0);
  return connectionOf({ edges: following.slice(0, size + 1), size, isContinued });
}

function historyCursor({ timestamp, zone, data, status }: ObservationRecord): string {
  return encodeCursor({ order, value: timestamp, ids: [zone, data, status] });
}

type HistoryCursor = Pick<ObservationRecord, 'timestamp' | 'zone' | 'data'> & { readonly status: string };

function newestFirst(a: HistoryCursor, b: HistoryCursor): number {
  if (a.timestamp !== b.timestamp) return b.timestamp - a.timestamp;
  // An import that replaces a nameserver removes the old one and adds the new one, which is the newest.
  const [first, second] = [a, b].map(({ zone, data, status }) => `${zone} ${status} ${data}`);
  if (first === second) return 0;
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

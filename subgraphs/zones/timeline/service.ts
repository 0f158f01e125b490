import { type ConnectionRecord, connectionOf, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import { once } from '../../../platform/once.js';
import { accessOf } from '../../../platform/permissions/index.js';
import { BrandHitEntryKind, selectAlertsOfName, selectEntriesOfName } from '../brands/index.js';
import { certificatesOfDomain } from '../certificates/index.js';
import type { ZoneRequest } from '../dependencies.js';
import { type NameKey, readHistories } from '../domains/index.js';
import {
  changesOfWatches,
  oldestVersionsOfWatches,
  type RdapDependencies,
  storedDossier,
  watchIdsOfDomain,
} from '../rdap/index.js';
import { compareByTime, type DomainEvent, eventKey, noDetails, zoneEvents } from './rules.js';
import { DomainEventKind } from './vocabulary.js';

const order = 'domain-timeline';

const { FIRST_SEEN, RETURNED, REMOVED, MOVED, REGISTERED, CHANGED, TRANSFERRED, EXPIRES } = DomainEventKind;
const zoneKinds: readonly DomainEventKind[] = [FIRST_SEEN, RETURNED, REMOVED, MOVED];
const registrationKinds: readonly DomainEventKind[] = [REGISTERED, CHANGED, TRANSFERRED, EXPIRES];

/** Maximum time in conditions of queries, in Unix epoch milliseconds. */
const maxTime = Number.MAX_SAFE_INTEGER;

/** Maximum number of history entries of hits, and of alerts, that are read for a name in one zone. */
const maxEntries = 1000;

/**
 * The events of a domain, newest first: its zones, the stored response of its registry, versions of its dossier that
 * the caller's watches store, and certificates, hits, blocks and alerts of brands that the caller may read. No registry
 * is queried.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1–1000 or another list's
 *   cursor
 */
export async function readTimeline(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  input: {
    name: string;
    kinds: readonly DomainEventKind[] | null | undefined;
    first: number | null | undefined;
    after: string | null | undefined;
  },
): Promise<ConnectionRecord<DomainEvent>> {
  const { name, kinds, after } = input;
  const size = pageSize(input.first);
  const isContinued = after !== null && after !== undefined;
  const position = isContinued ? decodeCursor(after, { order, ids: 1 }) : null;
  // Beyond a page: the event of the cursor, and one that shows whether there is another page.
  const until = Math.floor(Math.min(Math.max(position?.value ?? maxTime, 0), maxTime));
  const window = { until, limit: size + 2 };
  const events = await eventsOf(dependencies, request, { name, kinds, window });
  const following = events.filter((event) => position === null || isAfter(event, position)).sort(compareByTime);
  const edges = following.slice(0, size + 1).map((node) => ({
    cursor: encodeCursor({ order, value: node.at, ids: [eventKey(node)] }),
    node,
  }));
  return connectionOf({ edges, size, isContinued });
}

/** Range of the events to read from sources that can have many: the newest ones up to a time. */
interface Window {
  readonly until: number;
  readonly limit: number;
}

/** The events of these kinds (null or undefined: of all kinds). Sources that have none of these kinds are not read. */
async function eventsOf(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  { name, kinds, window }: { name: string; kinds: readonly DomainEventKind[] | null | undefined; window: Window },
): Promise<DomainEvent[]> {
  // Also decides whether the caller may read domains, so it is read regardless of the kinds.
  const { keys, histories, dictionary, readableFrom } = await readHistories(dependencies, request, name);
  const eventsOfZones = () => histories.flatMap(({ zone, history }) => zoneEvents(zone, history, dictionary));
  const watches = once(() => watchIdsOfDomain(dependencies, request, name));
  const sources: [readonly DomainEventKind[], () => Promise<DomainEvent[]>][] = [
    [zoneKinds, async () => eventsOfZones().filter(({ at }) => at >= readableFrom)],
    [registrationKinds, () => registrationEvents(dependencies, request, name)],
    [[DomainEventKind.DOSSIER_KEPT], async () => oldestVersionEvents(dependencies, request, await watches())],
    [
      [DomainEventKind.DOSSIER_CHANGED],
      async () => changeEvents(dependencies, request, { watchIds: await watches(), ...window }),
    ],
    [[DomainEventKind.CERTIFICATE_LOGGED], () => certificateEvents(dependencies, request, { name, ...window })],
    [Object.values(kindOfEntry), () => hitEvents(dependencies, request, keys)],
    [[DomainEventKind.ALERT_OPENED], () => alertEvents(dependencies, request, keys)],
  ];
  const isRequested = (kind: DomainEventKind): boolean => !kinds || kinds.includes(kind);
  const requestedSources = sources.filter(([kindsOfSource]) => kindsOfSource.some(isRequested));
  const found = await Promise.all(requestedSources.map(([, read]) => read()));
  return found.flat().filter(({ kind }) => isRequested(kind));
}

function isAfter(event: DomainEvent, { value, ids }: { value: number; ids: readonly string[] }): boolean {
  return event.at < value || (event.at === value && eventKey(event) < (ids[0] ?? ''));
}

async function registrationEvents(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  name: string,
): Promise<DomainEvent[]> {
  const dossier = await storedDossier(dependencies, request, name);
  if (dossier === null) return [];
  const { registered, lastChanged, transferred, expires } = dossier.lifecycle;
  const times: [DomainEventKind, Date | null][] = [
    [REGISTERED, registered],
    [CHANGED, lastChanged],
    [TRANSFERRED, transferred],
    [EXPIRES, expires],
  ];
  return times.flatMap(([kind, time]) => (time === null ? [] : [{ ...noDetails, kind, at: time.getTime() }]));
}

async function oldestVersionEvents(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  watchIds: readonly string[],
): Promise<DomainEvent[]> {
  const versions = await oldestVersionsOfWatches(dependencies, request, watchIds);
  return distinctEvents(
    versions.map(({ id: entry, fetchedAt: at }) => ({ ...noDetails, kind: DomainEventKind.DOSSIER_KEPT, at, entry })),
  );
}

async function changeEvents(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  query: Window & { watchIds: readonly string[] },
): Promise<DomainEvent[]> {
  const versions = await changesOfWatches(dependencies, request, query);
  return distinctEvents(
    versions.map(({ id, fetchedAt, changes }) => {
      const at = fetchedAt.getTime();
      return { ...noDetails, kind: DomainEventKind.DOSSIER_CHANGED, at, changes, entry: Number(id) };
    }),
  );
}

/**
 * Removes duplicates: several watches of a domain store the same responses. The event with the lowest entry remains.
 */
function distinctEvents(events: readonly (DomainEvent & { entry: number })[]): DomainEvent[] {
  const oldestFirst = events.toSorted((a, b) => a.entry - b.entry);
  const byKey = Map.groupBy(oldestFirst, ({ at, changes }) => JSON.stringify([at, changes]));
  return [...byKey.values()].flatMap(([first]) => first ?? []);
}

/**
 * Kinds of events by kind of entry. Other kinds of entries are omitted, because they repeat events of the zone or of
 * registration data.
 */
const kindOfEntry: Partial<Readonly<Record<BrandHitEntryKind, DomainEventKind>>> = {
  [BrandHitEntryKind.FOUND]: DomainEventKind.HIT_FOUND,
  [BrandHitEntryKind.REOPENED]: DomainEventKind.HIT_REOPENED,
  [BrandHitEntryKind.OPENED]: DomainEventKind.HIT_OPENED,
  [BrandHitEntryKind.DISMISSED]: DomainEventKind.HIT_DISMISSED,
  [BrandHitEntryKind.CONFIRMED]: DomainEventKind.HIT_CONFIRMED,
  [BrandHitEntryKind.UNMATCHED]: DomainEventKind.HIT_UNMATCHED,
  [BrandHitEntryKind.BLOCKED]: DomainEventKind.BLOCKED,
  [BrandHitEntryKind.UNBLOCKED]: DomainEventKind.UNBLOCKED,
};

async function hitEvents(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  keys: readonly NameKey[],
): Promise<DomainEvent[]> {
  const found = await rowsOfNames(dependencies, request, { keys, select: selectEntriesOfName });
  return found.flatMap(({ zone, row: { id: entry, kind: entryKind, at, brand, caller, note } }) => {
    const kind = kindOfEntry[entryKind];
    return kind === undefined ? [] : [{ ...noDetails, kind, at, zone, brand, actor: caller, note, entry }];
  });
}

async function certificateEvents(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  { name, until, limit }: Window & { name: string },
): Promise<DomainEvent[]> {
  const found = await certificatesOfDomain(dependencies, request, { name, maxLoggedAt: until, limit });
  return found.map(({ id, brand, certificate }) => {
    const { loggedAt, zone } = certificate;
    const kind = DomainEventKind.CERTIFICATE_LOGGED;
    return { ...noDetails, kind, at: loggedAt.getTime(), zone, brand, certificate, entry: id };
  });
}

async function alertEvents(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  keys: readonly NameKey[],
): Promise<DomainEvent[]> {
  const found = await rowsOfNames(dependencies, request, { keys, select: selectAlertsOfName });
  return found.map(({ zone, row: { inferenceId: entry, alertId, brand, at } }) => {
    return { ...noDetails, kind: DomainEventKind.ALERT_OPENED, at, zone, brand, alert: { id: alertId }, entry };
  });
}

/**
 * Selects the rows about a name in each zone, also in zones that no longer have its history, for brands of the caller's
 * tenants; none for callers without `brands.read`.
 */
async function rowsOfNames<Row>(
  { database }: RdapDependencies,
  request: ZoneRequest,
  {
    keys,
    select,
  }: { keys: readonly NameKey[]; select: (...query: Parameters<typeof selectAlertsOfName>) => Promise<Row[]> },
): Promise<{ zone: string; row: Row }[]> {
  const access = accessOf(request.caller, 'brands.read');
  if (access === undefined) return [];
  const { tenants } = access;
  const found = keys.map(async ({ zone, label }) => {
    const query = { zone, label, tenants, limit: maxEntries };
    const rows = await database.read(request, (sql) => select(sql, query));
    return rows.map((row) => ({ zone, row }));
  });
  return (await Promise.all(found)).flat();
}

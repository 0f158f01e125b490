import { type ConnectionRecord, connectionOf, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import { accessOf } from '../../../platform/permissions/index.js';
import { BrandHitEntryKind, selectEntriesOfName } from '../brands/index.js';
import type { ZoneRequest } from '../dependencies.js';
import { readHistories, type ZoneHistory } from '../domains/index.js';
import { type RdapDependencies, storedDossier, versionsOfDomain } from '../rdap/index.js';
import { byTime, type DomainEvent, eventKey, noDetails, zoneEvents } from './rules.js';
import { DomainEventKind } from './vocabulary.js';

const order = 'domain-timeline';

/** Maximum number of entries about brands of a name in a zone. */
const maxEntries = 1000;

/**
 * The events of a domain, newest first: its zones, the stored response of its registry, versions of its dossier that
 * the caller's watches keep, and hits of brands that the caller may read. No registry is queried.
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
  const { histories, dictionary, readableFrom } = await readHistories(dependencies, request, name);
  const [registration, versions, hits] = await Promise.all([
    registrationEvents(dependencies, request, name),
    versionEvents(dependencies, request, name),
    Promise.all(histories.map((history) => hitEvents(dependencies, request, history))),
  ]);
  const zones = histories.flatMap(({ zone, history }) => zoneEvents(zone, history, dictionary));
  const events = [...zones.filter(({ at }) => at >= readableFrom), ...registration, ...versions, ...hits.flat()]
    .filter(({ kind }) => !kinds || kinds.includes(kind))
    .sort(byTime)
    .filter((event) => position === null || isAfter(event, position));
  const edges = events.slice(0, size + 1).map((node) => ({
    cursor: encodeCursor({ order, value: node.at, ids: [eventKey(node)] }),
    node,
  }));
  return connectionOf({ edges, size, isContinued });
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
    [DomainEventKind.REGISTERED, registered],
    [DomainEventKind.CHANGED, lastChanged],
    [DomainEventKind.TRANSFERRED, transferred],
    [DomainEventKind.EXPIRES, expires],
  ];
  return times.flatMap(([kind, time]) => (time === null ? [] : [{ ...noDetails, kind, at: time.getTime() }]));
}

/** Several watches of a domain store the same responses, which are one event. */
async function versionEvents(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  name: string,
): Promise<DomainEvent[]> {
  const events = new Map<string, DomainEvent>();
  for (const { id, fetchedAt, changes } of await versionsOfDomain(dependencies, request, name)) {
    const kind = changes === null ? DomainEventKind.DOSSIER_KEPT : DomainEventKind.DOSSIER_CHANGED;
    const event = { ...noDetails, kind, at: fetchedAt.getTime(), changes: changes ?? [], entry: Number(id) };
    const key = JSON.stringify([kind, event.at, changes]);
    const known = events.get(key);
    if (known === undefined || event.entry < (known.entry ?? 0)) events.set(key, event);
  }
  return [...events.values()];
}

/** Entries that repeat an event of the zone have no event. */
const kindOfEntry: Partial<Readonly<Record<BrandHitEntryKind, DomainEventKind>>> = {
  [BrandHitEntryKind.FOUND]: DomainEventKind.HIT_FOUND,
  [BrandHitEntryKind.REOPENED]: DomainEventKind.HIT_REOPENED,
  [BrandHitEntryKind.OPENED]: DomainEventKind.HIT_OPENED,
  [BrandHitEntryKind.DISMISSED]: DomainEventKind.HIT_DISMISSED,
  [BrandHitEntryKind.CONFIRMED]: DomainEventKind.HIT_CONFIRMED,
};

async function hitEvents(
  { database }: RdapDependencies,
  request: ZoneRequest,
  { zone, label }: ZoneHistory,
): Promise<DomainEvent[]> {
  const access = accessOf(request.caller, 'brands.read');
  if (access === undefined) return [];
  const { tenants } = access;
  const entries = await database.read(request, (sql) =>
    selectEntriesOfName(sql, { zone, label, tenants, limit: maxEntries }),
  );
  return entries.flatMap(({ id: entry, kind: entryKind, at, brand, caller, note }) => {
    const kind = kindOfEntry[entryKind];
    return kind === undefined ? [] : [{ ...noDetails, kind, at, zone, brand, by: caller, note, entry }];
  });
}

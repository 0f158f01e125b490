import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeIntegerCursor, decodeUuidCursor, encodeCursor } from '../../../../platform/cursor.js';
import {
  assertBetween,
  assertMaxCharacters,
  assertMaxItems,
  isLongerThan,
  isStorableText,
  isUuid,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { permittedTenants, scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { IncidentOrderField } from '../../vocabulary.js';
import {
  countIncidents,
  type IncidentCriteria,
  type IncidentRow,
  selectIncidentPage,
  selectIncidents,
  selectSuccessors,
} from '../repository/incidents.js';
import { countMembers, type MemberCounts, type MemberValue, selectMemberValues } from '../repository/members.js';
import { type EntryRow, selectTimeline } from '../repository/timeline.js';
import type { IncidentFilter } from '../types.js';
import { incidentNotFound, maxNamedAlerts } from './incident-changes.js';

export type { IncidentRow } from '../repository/incidents.js';
export type { MemberCounts } from '../repository/members.js';
export type { EntryRow } from '../repository/timeline.js';

/**
 * Reads one incident, including one that was merged into another.
 * @throws {DomainError} NOT_FOUND, also for an incident of a tenant that the caller may not read
 */
export async function readIncident(request: AlertRequest, id: string): Promise<IncidentRow> {
  const [incident] = await incidentsByIds(request, [id]);
  if (incident === undefined || incident === null) throw incidentNotFound(id);
  return incident;
}

/**
 * The incidents with these ids, in the same order; null for each that does not exist or that the caller may not read.
 */
export async function incidentsByIds(request: AlertRequest, ids: readonly string[]): Promise<(IncidentRow | null)[]> {
  const { tenants } = scopeOf(request);
  const query = { ids: ids.filter(isUuid), tenants };
  const found = await request.store.read(request, (sql) => selectIncidents(sql, query));
  const byId = new Map(found.map((incident) => [incident.id, incident]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/** For each incident, the incident that contains its alerts after merges; null if it was not merged. */
export async function successorsOf(request: AlertRequest, ids: readonly string[]): Promise<(IncidentRow | null)[]> {
  const { tenants } = scopeOf(request);
  const found = await request.store.read(request, (sql) => selectSuccessors(sql, { ids, tenants }));
  const byId = new Map(found.map((incident) => [incident.mergedId, incident]));
  return ids.map((id) => byId.get(id) ?? null);
}

const zeroCounts = { alertCount: 0, openAlertCount: 0, firstSeenEpoch: null, lastSeenEpoch: null };

/** For each incident, the counts and times of its alerts. */
export async function countsOf(
  request: AlertRequest,
  ids: readonly string[],
): Promise<(MemberCounts | typeof zeroCounts)[]> {
  const { tenants } = scopeOf(request);
  const found = await request.store.read(request, (sql) => countMembers(sql, { ids, tenants }));
  const byId = new Map(found.map((counts) => [counts.incidentId, counts]));
  return ids.map((id) => byId.get(id) ?? zeroCounts);
}

const maxValues = 100;

/**
 * For each incident, the endpoints or techniques of its alerts, those with the most alerts first.
 * @throws {DomainError} BAD_USER_INPUT for a `first` outside of 1–100
 */
export async function valuesOf(
  request: AlertRequest,
  input: { ids: readonly string[]; of: MemberValue; first: number },
): Promise<{ value: string; count: number }[][]> {
  const { tenants } = scopeOf(request);
  assertBetween({ name: 'first', value: input.first, min: 1, max: maxValues });
  const found = await request.store.read(request, (sql) => selectMemberValues(sql, { ...input, tenants }));
  const byId = Map.groupBy(found, (row) => row.incidentId);
  return input.ids.map((id) => byId.get(id) ?? []);
}

const timelineOrder = 'timeline';
const maxEntries = 100;

/**
 * For each incident, a page of its timeline with the entries of incidents merged into it, newest first.
 * @throws {DomainError} BAD_USER_INPUT for a page size outside of 1–100 or a cursor of another list
 */
export async function timelinesOf(
  request: AlertRequest,
  input: { ids: readonly string[]; first: number; after: string | null | undefined },
): Promise<ConnectionRecord<EntryRow>[]> {
  const { tenants } = scopeOf(request);
  const { ids, first: size } = input;
  assertBetween({ name: 'first', value: size, min: 1, max: maxEntries });
  const after = decodeIntegerCursor(input.after || null, timelineOrder);
  const found = await request.store.read(request, (sql) =>
    selectTimeline(sql, { ids, tenants, first: size + 1, after }),
  );
  const byId = Map.groupBy(found, (row) => row.ofId);
  return ids.map((id) => {
    const edges = (byId.get(id) ?? []).map((row) => {
      const node = { ...row, alertIds: row.alertIds.slice(0, maxNamedAlerts) };
      return { node, cursor: encodeCursor({ order: timelineOrder, value: node.id, ids: [] }) };
    });
    return connectionOf({ edges, size, isContinued: after !== null });
  });
}

type ListInput = {
  filter: IncidentFilter | null | undefined;
  orderBy: IncidentOrderField | null | undefined;
  first: number | null | undefined;
  after: string | null | undefined;
  wantsTotal: boolean;
};

/**
 * A page of incidents in descending order of the sort field.
 * @throws {DomainError} BAD_USER_INPUT for a page size outside of 1–1000, or a cursor of another list
 */
export async function listIncidents(
  request: AlertRequest,
  input: ListInput,
): Promise<ConnectionRecord<IncidentRow> & { totalCount: number }> {
  const criteria = criteriaOf(request, input.filter);
  const order = input.orderBy ?? IncidentOrderField.UPDATED_AT;
  const size = pageSize(input.first);
  const after = decodeUuidCursor(input.after, order);
  if (criteria === null) {
    await request.store.assertAttached();
    return { totalCount: 0, ...connectionOf({ edges: [], size, isContinued: after !== null }) };
  }
  const [found, totalCount] = await request.store.read(request, (sql) =>
    Promise.all([
      selectIncidentPage(sql, { criteria, order, limit: size + 1, after }),
      input.wantsTotal ? countIncidents(sql, criteria) : 0,
    ]),
  );
  const edges = found.map((node) => {
    return { node, cursor: encodeCursor({ order, value: node.orderValue, ids: [node.id] }) };
  });
  return { totalCount, ...connectionOf<IncidentRow>({ edges, size, isContinued: after !== null }) };
}

/** The incidents with these ids that match a filter, in the order of the ids; null for an id without one. */
export async function changedIncidents(
  request: AlertRequest,
  input: { ids: readonly string[]; filter: IncidentFilter | null | undefined },
): Promise<(IncidentRow | null)[]> {
  const criteria = criteriaOf(request, input.filter);
  if (criteria === null) return input.ids.map(() => null);
  const ids = input.ids.filter(isUuid);
  const query = {
    criteria: { ...criteria, ids },
    order: IncidentOrderField.CREATED_AT,
    limit: ids.length,
    after: null,
  };
  const found = await request.store.read(request, (sql) => selectIncidentPage(sql, query));
  const byId = new Map(found.map((incident) => [incident.id, incident]));
  return input.ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/** The criteria of a filter within the caller's scope; null if no incident can match. */
function criteriaOf(request: AlertRequest, filter: IncidentFilter | null | undefined): IncidentCriteria | null {
  const tenants = permittedTenants(scopeOf(request), filter?.tenantId);
  for (const name of ['status', 'severity', 'ownerId'] as const) {
    assertMaxItems(name, filter?.[name], maxItems.filterValues);
  }
  assertMaxCharacters('title', filter?.title, maxCharacters.search);
  const { status, severity, ownerId, isOwned, title } = filter ?? {};
  const ownerIds = ownerId?.filter((id) => isStorableText(id) && !isLongerThan(id, maxCharacters.personId));
  const matchesNothing = [status, severity, ownerIds].some((list) => list?.length === 0);
  if (tenants === undefined || matchesNothing || !isStorableText(title ?? '')) return null;
  return {
    ...(tenants !== null && { tenants }),
    ...(status && { statuses: status }),
    ...(severity && { severities: severity }),
    ...(ownerIds && { ownerIds }),
    ...(typeof isOwned === 'boolean' && { isOwned }),
    ...(title && { title }),
    ...(filter?.includeMerged === true && { includesMerged: true }),
  };
}

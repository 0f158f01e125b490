import { type ConnectionRecord, connectionOf } from '../../../../platform/connection.js';
import { decodeUuidCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { assertBetween, isUuid } from '../../../../platform/input-limits.js';
import { scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { AlertOrderField, type AlertStatus } from '../../vocabulary.js';
import {
  type AlertFields,
  type AlertRecord,
  selectAlert,
  selectAlertIdsOfEndpoints,
  selectAlerts,
  selectAlertsOfEndpoints,
  selectAlertsOfIncidents,
  selectRelatedAlerts,
} from '../repository/alerts.js';
import {
  type AssignmentRow,
  selectAssignments,
  selectTransitions,
  selectVerdicts,
  type TransitionRecord,
  type VerdictRecord,
} from '../repository/history.js';
import { AlertEdge, memberCursor, memberPositionOf } from './cursor.js';

export type { AlertField, AlertFields, AlertRecord, AlertRow, OwnAlertFields } from '../repository/alerts.js';
export { alertFieldNames } from '../repository/alerts.js';
export type { AssignmentRow, TransitionRecord, VerdictRecord } from '../repository/history.js';

const maxPerParent = 100;

/** The error for an unknown alert, with the id exactly as in the request (specification, section 7). */
export function alertNotFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `Alert ${id} not found`);
}

/**
 * Verifies that an id is a UUID. Other ids are rejected like unknown ids, but only if the database is available.
 * @throws {DomainError} NOT_FOUND, STORE_UNAVAILABLE
 */
export async function assertPossibleId({ store }: AlertRequest, id: string): Promise<void> {
  if (isUuid(id)) return;
  await store.assertAttached();
  throw alertNotFound(id);
}

/**
 * Reads one alert with the requested fields.
 * @throws {DomainError} NOT_FOUND, also for an alert of a tenant that the caller may not read
 */
export async function readAlert(
  request: AlertRequest,
  input: { id: string; fields: AlertFields },
): Promise<AlertRecord> {
  const { tenants } = scopeOf(request);
  await assertPossibleId(request, input.id);
  const windowSeconds = request.settings.correlationWindowSeconds;
  const alert = await request.store.read({ signal: request.signal, rows: 1 }, (sql) =>
    selectAlert(sql, { ...input, tenants, windowSeconds }),
  );
  if (alert === undefined) throw alertNotFound(input.id);
  return alert;
}

/** The alerts with these ids, in the same order; null for each that does not exist or that the caller may not read. */
export async function alertsByIds(
  request: AlertRequest,
  input: { ids: readonly string[]; fields: AlertFields },
): Promise<(AlertRecord | null)[]> {
  const { tenants } = scopeOf(request);
  const windowSeconds = request.settings.correlationWindowSeconds;
  const ids = input.ids.filter(isUuid);
  const alerts = await request.store.read({ signal: request.signal, rows: ids.length }, (sql) =>
    selectAlerts(sql, { ids, fields: input.fields, tenants, windowSeconds }),
  );
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return input.ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/** For each alert, at most `first` related alerts that are not suppressed, most recently seen first. */
export async function relatedAlerts(
  request: AlertRequest,
  input: { ids: readonly string[]; first: number; fields: AlertFields },
): Promise<AlertRecord[][]> {
  const { tenants } = scopeOf(request);
  assertBetween({ name: 'first', value: input.first, min: 1, max: maxPerParent });
  const windowSeconds = request.settings.correlationWindowSeconds;
  const alerts = await request.store.read(request, (sql) =>
    selectRelatedAlerts(sql, { ...input, tenants, windowSeconds }),
  );
  const byParent = Map.groupBy(alerts, (alert) => alert.parentId);
  return input.ids.map((id) => byParent.get(id) ?? []);
}

/**
 * For each endpoint, a page of its alerts that are not suppressed, newest first.
 * @throws {DomainError} BAD_USER_INPUT for a page size outside of 1–100 or a cursor of another list
 */
export async function alertsOfEndpoints(
  request: AlertRequest,
  input: {
    keys: readonly { tenantId: string; hostname: string }[];
    first: number;
    after: string | null | undefined;
    status: readonly AlertStatus[] | null | undefined;
    fields: AlertFields;
  },
): Promise<ConnectionRecord<AlertRecord>[]> {
  const { tenants } = scopeOf(request);
  const { keys: endpoints, first: size, fields } = input;
  assertBetween({ name: 'first', value: size, min: 1, max: maxPerParent });
  const after = decodeUuidCursor(input.after, AlertOrderField.CREATED_AT);
  const statuses = input.status ?? null;
  const windowSeconds = request.settings.correlationWindowSeconds;
  const alerts = await request.store.read(request, (sql) =>
    selectAlertsOfEndpoints(sql, { endpoints, first: size + 1, after, statuses, fields, tenants, windowSeconds }),
  );
  const byPosition = Map.groupBy(alerts, (alert) => alert.position);
  return endpoints.map((_, position) => {
    const edges = (byPosition.get(position) ?? []).map((row) => new AlertEdge(AlertOrderField.CREATED_AT, row));
    return connectionOf({ edges, size, isContinued: after !== null });
  });
}

/**
 * For each incident, a page of its alerts, most severe first, then newest first.
 * @throws {DomainError} BAD_USER_INPUT for a page size outside of 1–100 or a cursor of another list
 */
export async function alertsOfIncidents(
  request: AlertRequest,
  input: { ids: readonly string[]; first: number; after: string | null | undefined; fields: AlertFields },
): Promise<ConnectionRecord<AlertRecord>[]> {
  const { tenants } = scopeOf(request);
  const { ids, first: size, fields } = input;
  assertBetween({ name: 'first', value: size, min: 1, max: maxPerParent });
  const after = memberPositionOf(input.after);
  const windowSeconds = request.settings.correlationWindowSeconds;
  const alerts = await request.store.read(request, (sql) =>
    selectAlertsOfIncidents(sql, { ids: [...new Set(ids)], first: size + 1, after, fields, tenants, windowSeconds }),
  );
  const byParent = Map.groupBy(alerts, (alert) => alert.parentId);
  return ids.map((id) => {
    const edges = (byParent.get(id) ?? []).map((node) => ({ node, cursor: memberCursor(node) }));
    return connectionOf({ edges, size, isContinued: after !== null });
  });
}

/**
 * Maximum number of alert ids per endpoint; equals the number of alerts from which summaries are computed
 * (specification, section 8).
 */
const maxIds = 10_000;

/** For each endpoint, the ids of its newest alerts that are not suppressed, at most {@link maxIds}. */
export async function alertIdsOfEndpoints(
  request: AlertRequest,
  keys: readonly { tenantId: string; hostname: string }[],
): Promise<string[][]> {
  const { tenants } = scopeOf(request);
  const rows = await request.store.read(request, (sql) =>
    selectAlertIdsOfEndpoints(sql, { endpoints: keys, first: maxIds, tenants }),
  );
  const byPosition = new Map(rows.map(({ position, ids }) => [position, ids]));
  return keys.map((_, position) => byPosition.get(position) ?? []);
}

/** For each alert, its status transitions, oldest first. */
export async function transitionsOf(request: AlertRequest, ids: readonly string[]): Promise<TransitionRecord[][]> {
  const { tenants } = scopeOf(request);
  const rows = await request.store.read(request, (sql) => selectTransitions(sql, { ids, tenants }));
  return groupByAlert(rows, ids);
}

/** For each alert, its verdicts, oldest first. */
export async function verdictsOf(request: AlertRequest, ids: readonly string[]): Promise<VerdictRecord[][]> {
  const { tenants } = scopeOf(request);
  const rows = await request.store.read(request, (sql) => selectVerdicts(sql, { ids, tenants }));
  return groupByAlert(rows, ids);
}

/** For each alert, its assignments, oldest first. */
export async function assignmentsOf(request: AlertRequest, ids: readonly string[]): Promise<AssignmentRow[][]> {
  const { tenants } = scopeOf(request);
  const rows = await request.store.read(request, (sql) => selectAssignments(sql, { ids, tenants }));
  return groupByAlert(rows, ids);
}

function groupByAlert<Row extends { alertId: string }>(rows: readonly Row[], ids: readonly string[]): Row[][] {
  const byAlert = Map.groupBy(rows, (row) => row.alertId);
  return ids.map((id) => byAlert.get(id) ?? []);
}

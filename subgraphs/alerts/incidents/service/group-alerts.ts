import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { epochSeconds } from '../../../../platform/clock.js';
import { invalidArgument } from '../../../../platform/domain-error.js';
import { assertMaxItems, isUuid, maxItems } from '../../../../platform/input-limits.js';
import { type Scope, scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import type { Assignee } from '../../people/index.js';
import { alertNotFound } from '../../triage/index.js';
import { countAlertsOf, type IncidentRow, insertIncident } from '../repository/incidents.js';
import { lockMembers, type Member, moveAllMembers, moveMembers } from '../repository/members.js';
import { assertAlertCount, assertInIncidents, assertOneTenant } from '../rules.js';
import type {
  IncidentAlertsInput,
  MergeIncidentsInput,
  OpenIncidentInput,
  SplitIncidentInput,
} from '../types-changes.js';
import {
  addEntry,
  assertOwnerOf,
  assertTitle,
  audit,
  authorOf,
  incidentNotFound,
  lockIncident,
  lockIncidentsOfScope,
  ownerOf,
  readChangedIncident,
  storeChange,
} from './incident-changes.js';

/**
 * Opens an incident with alerts that are in no incident.
 * @throws {DomainError} NOT_FOUND; CONFLICT for alerts that are in an incident; BAD_USER_INPUT for invalid input
 */
export async function openIncident(request: AlertRequest, input: OpenIncidentInput): Promise<IncidentRow> {
  const scope = scopeOf(request, 'alerts.incidents');
  assertTitle(input.title);
  const ids = validateAlertIds(input.alertIds);
  const owner = await ownerOf(request, { ownerId: input.ownerId, scope });
  return await request.store.transaction(async (sql) => {
    const members = await lockAllMembers(sql, { ids, scope });
    assertOneTenant(members);
    assertInIncidents(members, [null]);
    const { tenantId } = members[0] as Member; // `validateAlertIds` requires at least one alert.
    return await insertOpened(sql, request, { ...input, tenantId, members, owner });
  });
}

interface OpenedIncident {
  readonly title: string;
  readonly tenantId: string;
  readonly members: readonly Member[];
  readonly owner: Assignee | null;
  /** Id of the incident from which the alerts are split; absent for other incidents. */
  readonly otherId?: string;
}

async function insertOpened(sql: TransactionSql, request: AlertRequest, opened: OpenedIncident): Promise<IncidentRow> {
  const { title, tenantId, owner, otherId } = opened;
  assertOwnerOf(owner, tenantId);
  const id = randomUUID();
  const at = Math.floor(epochSeconds(request.clock) * 1000) / 1000;
  const alerts = opened.members.map((member) => member.id);
  const ownership = { ownerId: owner?.id ?? null, ownerName: owner?.name ?? null };
  await insertIncident(sql, { id, tenantId, title, at, isAutomatic: false, ...ownership });
  await moveMembers(sql, { ids: alerts, incidentId: id });
  const author = authorOf(request);
  await addEntry(sql, author, {
    incidentId: id,
    kind: 'opened',
    at,
    alerts,
    after: title,
    ...(otherId && { otherId }),
  });
  if (owner !== null) await addEntry(sql, author, { incidentId: id, kind: 'owner', at, after: owner.name });
  const incidents = [{ id, tenantId }, ...(otherId === undefined ? [] : [{ id: otherId, tenantId }])];
  const action = otherId === undefined ? 'open.incident' : 'split.incident';
  await audit(sql, request, { action, incidents, alerts, after: { title, owner: owner?.id ?? null } });
  return await readChangedIncident(sql, id);
}

/**
 * Adds alerts that are in no incident to an incident. Alerts that are already in this incident are unchanged.
 * @throws {DomainError} NOT_FOUND; CONFLICT for alerts of other incidents, and for an incident that was merged
 */
export async function addAlerts(request: AlertRequest, input: IncidentAlertsInput): Promise<IncidentRow> {
  const scope = scopeOf(request, 'alerts.incidents');
  const ids = validateAlertIds(input.alertIds);
  return await request.store.transaction(async (sql) => {
    const incident = await lockIncident(sql, input.id, scope);
    const members = await lockAllMembers(sql, { ids, scope });
    assertOneTenant([incident, ...members]);
    assertInIncidents(members, [null, incident.id]);
    const alerts = members.filter(({ incidentId }) => incidentId === null).map(({ id }) => id);
    if (alerts.length === 0) return await readChangedIncident(sql, incident.id);
    assertAlertCount((await countAlertsOf(sql, { ids: [incident.id] })).total + alerts.length);
    await moveMembers(sql, { ids: alerts, incidentId: incident.id });
    const at = await storeChange(sql, request, { incident });
    await addEntry(sql, authorOf(request), { incidentId: incident.id, kind: 'alerts_added', at, alerts });
    await audit(sql, request, { action: 'group.alerts', incidents: [incident], alerts });
    return await readChangedIncident(sql, incident.id);
  });
}

/**
 * Removes alerts from an incident.
 * @throws {DomainError} NOT_FOUND; CONFLICT for alerts that are not in the incident, or for an incident that was merged
 */
export async function removeAlerts(request: AlertRequest, input: IncidentAlertsInput): Promise<IncidentRow> {
  const scope = scopeOf(request, 'alerts.incidents');
  const ids = validateAlertIds(input.alertIds);
  return await request.store.transaction(async (sql) => {
    const incident = await lockIncident(sql, input.id, scope);
    const members = await lockAllMembers(sql, { ids, scope });
    assertInIncidents(members, [incident.id]);
    await moveMembers(sql, { ids, incidentId: null });
    const at = await storeChange(sql, request, { incident });
    await addEntry(sql, authorOf(request), { incidentId: incident.id, kind: 'alerts_removed', at, alerts: ids });
    await audit(sql, request, { action: 'ungroup.alerts', incidents: [incident], alerts: ids });
    return await readChangedIncident(sql, incident.id);
  });
}

/**
 * Merges incidents into another one, which receives all of their alerts. The sources then refer to this incident, and
 * can no longer be changed.
 * @throws {DomainError} NOT_FOUND; CONFLICT for an incident that was merged; BAD_USER_INPUT for invalid input
 */
export async function mergeIncidents(request: AlertRequest, input: MergeIncidentsInput): Promise<IncidentRow> {
  const scope = scopeOf(request, 'alerts.incidents');
  assertMaxItems('sourceIds', input.sourceIds, maxItems.mergedIncidents);
  const sourceIds = [...new Set(input.sourceIds.map((id) => id.toLowerCase()))];
  if (sourceIds.length === 0 || sourceIds.includes(input.id.toLowerCase())) {
    const message = 'sourceIds must contain at least one incident, and must not contain the target incident (id)';
    throw invalidArgument('sourceIds', message);
  }
  return await request.store.transaction(async (sql) => {
    const [target, ...sources] = await lockIncidentsOfScope(sql, { ids: [input.id, ...sourceIds], scope });
    if (target === undefined) throw incidentNotFound(input.id);
    assertOneTenant([target, ...sources]);
    assertAlertCount((await countAlertsOf(sql, { ids: [target.id, ...sourceIds] })).total);
    const movedAlerts = await moveAllMembers(sql, { from: sourceIds, to: target.id });
    const author = authorOf(request);
    const at = await storeChange(sql, request, { incident: target });
    for (const source of sources) {
      const change = { mergedIntoId: target.id };
      await storeChange(sql, request, { incident: source, change, isTriage: true });
      const alerts = movedAlerts.filter(({ fromId }) => fromId === source.id).map(({ id }) => id);
      const reference = { otherId: source.id, before: source.title };
      await addEntry(sql, author, { incidentId: target.id, kind: 'merged', at, alerts, ...reference });
    }
    const after = { into: target.id, alerts: movedAlerts.length };
    await audit(sql, request, { action: 'merge.incident', incidents: [...sources, target], after });
    return await readChangedIncident(sql, target.id);
  });
}

/**
 * Moves some alerts of an incident to a new one.
 * @returns the new incident
 * @throws {DomainError} NOT_FOUND; CONFLICT for alerts that are not in the incident, and for an incident that was
 * merged; BAD_USER_INPUT for invalid input, or for all alerts of the incident
 */
export async function splitIncident(request: AlertRequest, input: SplitIncidentInput): Promise<IncidentRow> {
  const scope = scopeOf(request, 'alerts.incidents');
  assertTitle(input.title);
  const ids = validateAlertIds(input.alertIds);
  const owner = await ownerOf(request, { ownerId: input.ownerId, scope });
  return await request.store.transaction(async (sql) => {
    const source = await lockIncident(sql, input.id, scope);
    const members = await lockAllMembers(sql, { ids, scope });
    assertInIncidents(members, [source.id]);
    if ((await countAlertsOf(sql, { ids: [source.id] })).total === members.length) {
      throw invalidArgument('alertIds', 'alertIds contains all alerts of the incident: omit at least one');
    }
    const { tenantId } = source;
    const opened = await insertOpened(sql, request, { ...input, tenantId, members, owner, otherId: source.id });
    const at = await storeChange(sql, request, { incident: source });
    const reference = { otherId: opened.id, after: opened.title };
    await addEntry(sql, authorOf(request), { incidentId: source.id, kind: 'split', at, alerts: ids, ...reference });
    return opened;
  });
}

/**
 * Returns the alert ids in lower case, each once.
 * @throws {DomainError} BAD_USER_INPUT if there are no ids or too many; NOT_FOUND for an id that is not a UUID
 */
function validateAlertIds(alertIds: readonly string[]): string[] {
  assertMaxItems('alertIds', alertIds, maxItems.alertIds);
  if (alertIds.length === 0) {
    throw invalidArgument('alertIds', 'alertIds is empty: specify at least one alert');
  }
  const invalidId = alertIds.find((id) => !isUuid(id));
  if (invalidId !== undefined) throw alertNotFound(invalidId);
  return [...new Set(alertIds.map((id) => id.toLowerCase()))];
}

async function lockAllMembers(
  sql: TransactionSql,
  { ids, scope }: { ids: readonly string[]; scope: Scope },
): Promise<Member[]> {
  const members = await lockMembers(sql, { ids, tenants: scope.tenants });
  if (members.length === ids.length) return members;
  const found = new Set(members.map(({ id }) => id));
  throw alertNotFound(ids.find((id) => !found.has(id)) ?? '');
}

import type { TransactionSql } from 'postgres';
import { type AuditAction, type AuditRequest, callerId, recordAudit } from '../../../../platform/audit/index.js';
import { callerName } from '../../../../platform/caller.js';
import { epochSeconds } from '../../../../platform/clock.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { assertStorableText, isUuid, maxCharacters } from '../../../../platform/input-limits.js';
import { quoted } from '../../../../platform/quoted.js';
import type { Scope } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { type Assignee, requireAssignee } from '../../people/index.js';
import type { ChangeInterface, IncidentEntryKind } from '../../vocabulary.js';
import {
  type IncidentRow,
  lockIncidents,
  type StoredIncident,
  selectIncidents,
  updateIncident,
} from '../repository/incidents.js';
import { insertEntry } from '../repository/timeline.js';
import { assertNotMerged, timeOfChange } from '../rules.js';
import { removalKinds } from '../rules-grouping.js';

/** The author of a change to an incident: a caller or the incident rule. */
export interface Author {
  readonly callerId: string | null;
  readonly caller: string;
  readonly via: ChangeInterface | null;
}

export function authorOf({ caller, via }: AlertRequest): Author {
  return { callerId: callerId(caller), caller: callerName(caller), via };
}

/** The error for an unknown incident. */
export function incidentNotFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `Incident ${id} not found`);
}

/**
 * Validates the title of an incident.
 * @throws {DomainError} BAD_USER_INPUT for a title that is blank, too long or cannot be stored
 */
export function assertTitle(title: string): void {
  assertStorableText('title', title, maxCharacters.incidentTitle);
  if (title.trim() !== '') return;
  throw invalidArgument('title', 'title is empty: specify a title');
}

/**
 * Locks incidents in the order of their ids until the end of the transaction.
 * @returns the incidents in the order of the request
 * @throws {DomainError} NOT_FOUND for an unknown incident; CONFLICT for a merged incident
 */
export async function lockIncidentsOfScope(
  sql: TransactionSql,
  { ids, scope }: { ids: readonly string[]; scope: Scope },
): Promise<StoredIncident[]> {
  const found = await lockIncidents(sql, { ids: ids.filter(isUuid), tenants: scope.tenants });
  const byId = new Map(found.map((incident) => [incident.id, incident]));
  return ids.map((id) => {
    const incident = byId.get(id.toLowerCase());
    if (incident === undefined) throw incidentNotFound(id);
    assertNotMerged(incident);
    return incident;
  });
}

/** Locks one incident; see {@link lockIncidentsOfScope}. */
export async function lockIncident(sql: TransactionSql, id: string, scope: Scope): Promise<StoredIncident> {
  const [incident] = await lockIncidentsOfScope(sql, { ids: [id], scope });
  if (incident === undefined) throw incidentNotFound(id);
  return incident;
}

/** The new values of an incident. Absent values are unchanged. */
type Change = Partial<
  Pick<StoredIncident, 'title' | 'status' | 'ownerId' | 'ownerName' | 'mergedIntoId' | 'commentCount'>
>;

/**
 * Stores a change to an incident that the transaction has locked.
 * @returns the time of the change, in Unix epoch seconds
 */
export async function storeChange(
  sql: TransactionSql,
  { clock }: Pick<AlertRequest, 'clock'>,
  { incident, change = {}, isTriage = false }: { incident: StoredIncident; change?: Change; isTriage?: boolean },
): Promise<number> {
  const at = timeOfChange(epochSeconds(clock), incident.updatedAtEpoch);
  const triagedAtEpoch = isTriage ? at : incident.triagedAtEpoch;
  await updateIncident(sql, { ...incident, ...change, updatedAtEpoch: at, triagedAtEpoch });
  return at;
}

/** Maximum number of alert ids of a timeline entry. `alertCount` of the entry is the number of all alerts. */
export const maxNamedAlerts = 100;

interface Entry {
  readonly incidentId: string;
  readonly kind: IncidentEntryKind;
  /** Time of the entry in Unix epoch seconds. */
  readonly at: number;
  readonly alerts?: readonly string[];
  readonly otherId?: string;
  readonly before?: string | null;
  readonly after?: string | null;
  readonly body?: string;
}

/** Adds an entry to the timeline of an incident. */
export async function addEntry(sql: TransactionSql, author: Author, entry: Entry): Promise<void> {
  const { alerts = [], otherId = null, before = null, after = null, body = null, ...rest } = entry;
  // Removals have all ids, because the incident rule adds none of these alerts again.
  const maxIds = removalKinds.includes(entry.kind) ? alerts.length : maxNamedAlerts;
  const alertIds = [...alerts].sort().slice(0, maxIds);
  await insertEntry(sql, { ...author, ...rest, otherId, before, after, body, alertIds, alertCount: alerts.length });
}

/** Records a change to incidents in the audit log. */
export async function audit(
  sql: TransactionSql,
  request: AuditRequest,
  change: {
    action: AuditAction;
    incidents: readonly { id: string; tenantId: string }[];
    alerts?: readonly string[];
    before?: object;
    after?: object;
  },
): Promise<void> {
  const { action, incidents, alerts = [], before, after } = change;
  const object = [
    ...incidents.map(({ id }) => `incident:${id}` as const),
    ...alerts.map((id) => `alert:${id}` as const),
  ];
  const tenantId = incidents[0]?.tenantId ?? null;
  await recordAudit(sql, request, { action, object, tenantId, before: before ?? null, after: after ?? null });
}

/**
 * Reads an incident after the changes of the transaction.
 * @throws {DomainError} NOT_FOUND if it does not exist
 */
export async function readChangedIncident(sql: TransactionSql, id: string): Promise<IncidentRow> {
  const [incident] = await selectIncidents(sql, { ids: [id], tenants: null });
  if (incident === undefined) throw incidentNotFound(id);
  return incident;
}

/**
 * Finds the person who is to own an incident, by id; null without an id.
 * @throws {DomainError} BAD_USER_INPUT if no person who may change alerts has the id
 */
export async function ownerOf(
  request: AlertRequest,
  { ownerId, scope }: { ownerId: string | null | undefined; scope: Scope },
): Promise<Assignee | null> {
  if (ownerId === null || ownerId === undefined) return null;
  return await requireAssignee(request, { argument: 'ownerId', id: ownerId, scope });
}

/**
 * Verifies that a person may own incidents of a tenant. `owner` is null if an incident will have no owner.
 * @throws {DomainError} BAD_USER_INPUT for an owner without a role for the tenant
 */
export function assertOwnerOf(owner: Assignee | null, tenantId: string): void {
  if (owner === null || owner.tenants === null || owner.tenants.includes(tenantId)) return;
  const message = `${quoted(owner.name)} may not change incidents of the tenant ${quoted(tenantId)}: choose another person`;
  throw invalidArgument('ownerId', message);
}

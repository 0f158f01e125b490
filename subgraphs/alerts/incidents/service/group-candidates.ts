import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { systemRequest } from '../../../../platform/audit/index.js';
import { epochSeconds } from '../../../../platform/clock.js';
import { maxItems } from '../../../../platform/input-limits.js';
import { attackCatalog } from '../../attack/index.js';
import type { AlertDependencies } from '../../dependencies.js';
import {
  deleteCandidates,
  lockRule,
  type MatchRow,
  selectCandidates,
  selectMatches,
  selectNextTenant,
} from '../repository/candidates.js';
import { countAlertsOf, insertIncident, lockIncidents, type StoredIncident } from '../repository/incidents.js';
import { lockMembers, moveMembers } from '../repository/members.js';
import { selectRemovals } from '../repository/timeline.js';
import { type Candidate, type Group, groupsOf, type Removal, titleOf } from '../rules-grouping.js';
import { type Author, addEntry, audit, storeChange } from './incident-changes.js';

/** The author of changes that the incident rule makes. */
const rule: Author = { callerId: null, caller: 'rule', via: null };
/** Maximum number of candidates evaluated in one transaction. */
const batchSize = 200;
/** Number of conflicts after which a run ends. The next run of the job evaluates the remaining candidates. */
const maxConflicts = 10;

/** Thrown if data that the incident rule has read was changed before the rule locked it, for example by an analyst. */
class OutdatedCandidatesError extends Error {}

/**
 * Evaluates the incident rule for all candidates: alerts that were opened, restored or joined by an inference. A batch
 * of candidates and its effects are one transaction, so each candidate is evaluated exactly once, even if the process
 * is killed.
 */
export async function groupCandidates(dependencies: AlertDependencies, signal?: AbortSignal): Promise<void> {
  for (let conflicts = 0; conflicts < maxConflicts; ) {
    signal?.throwIfAborted();
    const next = await dependencies.store.run((sql) => selectNextTenant(sql));
    if (next === undefined) return;
    // A smaller batch depends on fewer alerts that analysts can change in the meantime.
    const limit = Math.max(1, Math.floor(batchSize / 4 ** conflicts));
    try {
      await dependencies.store.transaction((sql) => groupBatch(sql, dependencies, { ...next, limit }));
    } catch (error) {
      if (!(error instanceof OutdatedCandidatesError)) throw error;
      conflicts++;
    }
  }
}

async function groupBatch(
  sql: TransactionSql,
  dependencies: AlertDependencies,
  { tenantId, limit }: { tenantId: string; limit: number },
): Promise<void> {
  await lockRule(sql, { tenantId });
  const batch = await selectCandidates(sql, { tenantId, limit });
  const { incidentMinAlerts: minAlerts, incidentSharedTechniques: minSharedTechniques } = dependencies.settings;
  const windowSeconds = dependencies.settings.correlationWindowSeconds;
  if (minAlerts > 0 && batch.length > 0) {
    const alertIds = [...new Set(batch.map(({ alertId }) => alertId))];
    const candidates = candidatesOf(await selectMatches(sql, { alertIds, minSharedTechniques, windowSeconds }));
    const removals = await removalsOf(sql, candidates);
    await apply(sql, dependencies, { tenantId, groups: groupsOf(candidates, { minAlerts, removals }) });
  }
  await deleteCandidates(sql, { ids: batch.map(({ id }) => id) });
}

function candidatesOf(rows: readonly MatchRow[]): Candidate[] {
  return [...Map.groupBy(rows, ({ alertId }) => alertId)].map(([alertId, found]) => {
    const matches = found.flatMap(({ matchId, incidentId }) => (matchId === null ? [] : [{ id: matchId, incidentId }]));
    return { alertId, endpointId: found[0]?.endpointId ?? '', techniques: found[0]?.techniques ?? [], matches };
  });
}

/** The removals of the candidates and their matches from the incidents that they could join. */
async function removalsOf(sql: TransactionSql, candidates: readonly Candidate[]): Promise<Removal[]> {
  const found = candidates.flatMap(({ matches }) => matches);
  const incidentIds = [...new Set(found.flatMap(({ incidentId }) => incidentId ?? []))];
  if (incidentIds.length === 0) return [];
  const ungrouped = found.filter(({ incidentId }) => incidentId === null).map(({ id }) => id);
  const alertIds = [...new Set([...candidates.map(({ alertId }) => alertId), ...ungrouped])];
  return await selectRemovals(sql, { incidentIds, alertIds });
}

/**
 * Opens an incident for each group, or adds the group's alerts to an existing incident. Locks the incidents, then the
 * alerts, and verifies that both are unchanged since the rule read them.
 * @throws {OutdatedCandidatesError} if one has changed; the caller rolls back the transaction and evaluates the batch
 * again
 */
async function apply(
  sql: TransactionSql,
  dependencies: AlertDependencies,
  { tenantId, groups }: { tenantId: string; groups: readonly Group[] },
): Promise<void> {
  if (groups.length === 0) return;
  const tenants = [tenantId];
  const ids = groups.flatMap(({ incidentId }) => (incidentId === null ? [] : [incidentId]));
  const incidents = new Map((await lockIncidents(sql, { ids, tenants })).map((incident) => [incident.id, incident]));
  const alertIds = groups.flatMap((group) => group.alertIds);
  const members = await lockMembers(sql, { ids: alertIds, tenants });
  const areUnchanged = members.every(({ incidentId, isClosed }) => incidentId === null && !isClosed);
  if (members.length < alertIds.length || !areUnchanged) throw new OutdatedCandidatesError();
  for (const group of groups) {
    const incident = group.incidentId === null ? null : incidents.get(group.incidentId);
    if (incident === null) await open(sql, dependencies, { tenantId, group });
    else if (incident === undefined || !isActive(incident)) throw new OutdatedCandidatesError();
    else await join(sql, dependencies, { incident, alerts: group.alertIds });
  }
}

function isActive({ status, mergedIntoId }: StoredIncident): boolean {
  return mergedIntoId === null && (status === 'open' || status === 'investigating');
}

async function open(
  sql: TransactionSql,
  { clock }: AlertDependencies,
  { tenantId, group }: { tenantId: string; group: Group },
): Promise<void> {
  const id = randomUUID();
  const at = Math.floor(epochSeconds(clock) * 1000) / 1000;
  const title = titleOf(group.first, (technique) => attackCatalog().technique(technique).name);
  const alerts = group.alertIds.slice(0, maxItems.incidentAlerts);
  await insertIncident(sql, { id, tenantId, title, at, isAutomatic: true, ownerId: null, ownerName: null });
  await moveMembers(sql, { ids: alerts, incidentId: id });
  await addEntry(sql, rule, { incidentId: id, kind: 'opened', at, alerts, after: title });
  await audit(sql, systemRequest, {
    ...{ action: 'open.incident', incidents: [{ id, tenantId }] },
    after: { title, alerts: alerts.length },
  });
}

/** Adds alerts to an incident until it has the maximum number of alerts. The other alerts remain in no incident. */
async function join(
  sql: TransactionSql,
  dependencies: AlertDependencies,
  { incident, alerts: found }: { incident: StoredIncident; alerts: readonly string[] },
): Promise<void> {
  const { total } = await countAlertsOf(sql, { ids: [incident.id] });
  const alerts = found.slice(0, Math.max(0, maxItems.incidentAlerts - total));
  if (alerts.length === 0) return;
  await moveMembers(sql, { ids: alerts, incidentId: incident.id });
  const at = await storeChange(sql, dependencies, { incident });
  await addEntry(sql, rule, { incidentId: incident.id, kind: 'alerts_added', at, alerts });
  const after = { alerts: alerts.length };
  await audit(sql, systemRequest, { action: 'group.alerts', incidents: [incident], after });
}

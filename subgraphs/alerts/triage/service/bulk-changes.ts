import { randomUUID } from 'node:crypto';
import { callerId, recordAudit } from '../../../../platform/audit/index.js';
import { callerName } from '../../../../platform/caller.js';
import { epochSeconds } from '../../../../platform/clock.js';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { assertBetween, assertStorableText, isUuid, maxCharacters } from '../../../../platform/input-limits.js';
import { runJobNow } from '../../../../platform/jobs.js';
import { quoted } from '../../../../platform/quoted.js';
import { canAccessAll, type Scope, scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { type Assignee, findAssignee, requireAssignee } from '../../people/index.js';
import { onlyTenant } from '../../tenants.js';
import { AlertStatus, BulkChangeState, bulkChangesJobName } from '../../vocabulary.js';
import {
  type BulkChangeRow,
  deleteChunks,
  deleteOlderPreviews,
  insertPreview,
  lockBulkChange,
  selectBulkChange,
  selectNewestBulkChanges,
  updateBulkState,
} from '../repository/bulk-changes.js';
import type { BulkAction } from '../tables.js';
import type { PreviewBulkAlertChangeInput } from '../types-bulk.js';
import { defaultActor } from './change-alerts.js';
import { criteriaOf } from './scoped-filter.js';

/** Number of seconds after which the preview of a bulk change expires. */
export const previewSeconds = 900;
/** Maximum number of previews that are stored per caller. */
const previewsPerCaller = 5;

/**
 * Stores a bulk change with the alerts that currently match its filter, and counts them. `startBulkChange` then changes
 * these alerts.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for invalid input, or for more alerts than `[alerts]
 * bulk_max_alerts`; TIMEOUT if the selection of the alerts takes longer than a request may
 */
export async function previewBulkChange(
  request: AlertRequest,
  input: PreviewBulkAlertChangeInput,
): Promise<BulkChangeRow> {
  const scope = scopeOf(request, 'alerts.triage');
  // The criteria contain the current `targets`, so later changes of the settings do not affect which alerts match.
  const found = await criteriaOf(request, input.filter);
  const criteria = found ?? { tenants: [] };
  // A filter that matches nothing has no tenants: the change then belongs to the tenants of the caller.
  const tenants = found === null ? scope.tenants : (found.tenants ?? null);
  const action = await actionOf(request, input, criteria.tenants ?? scope.tenants);
  const { bulkMaxAlerts } = request.settings;
  const id = randomUUID();
  const creatorId = callerId(request.caller);
  return await request.store.transaction(async (sql) => {
    const change = {
      ...{ id, tenants, creatorId, creatorName: callerName(request.caller), via: request.via, criteria, action },
      ...{ filter: input.filter, at: epochSeconds(request.clock), maxAlerts: bulkMaxAlerts },
    };
    // Commands have no timeout.
    const timeoutMs = request.via === 'command-line' ? 0 : Math.max(1, Math.ceil(request.settings.requestTimeoutMs));
    const count = await insertPreview(sql, change, { timeoutMs });
    if (count > bulkMaxAlerts) {
      const message = `More alerts match than the maximum of ${bulkMaxAlerts} ([alerts] bulk_max_alerts): restrict the filter, for example by createdBefore`;
      throw invalidArgument('filter', message);
    }
    await deleteOlderPreviews(sql, { creatorId, maxCount: previewsPerCaller });
    return await requireBulkChange(sql, id);
  });
}

/**
 * Starts a previewed bulk change in the background. A bulk change that was already started or cancelled is returned
 * unchanged, so the call is idempotent.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown or expired preview, and for a preview of
 * another caller; CONFLICT if the new assignee may not change all of the alerts any more
 */
export async function startBulkChange(request: AlertRequest, id: string): Promise<BulkChangeRow> {
  const scope = scopeOf(request, 'alerts.triage');
  return await request.store.transaction(async (sql) => {
    const row = isUuid(id) ? await lockBulkChange(sql, { id }) : undefined;
    const isOwn = row !== undefined && row.creatorId === callerId(request.caller) && canAccessAll(scope, row.tenants);
    if (!isOwn) throw notFound(id);
    if (row.state !== BulkChangeState.PREVIEW) return row;
    if (row.change.status === null) scopeOf(request, 'alerts.discuss');
    const now = epochSeconds(request.clock);
    if (row.createdAtEpoch + previewSeconds < now) throw notFound(id);
    await assertAssignable(request, sql, row);
    const { filter, change, count } = row;
    await updateBulkState(sql, { id, state: BulkChangeState.RUNNING, startedAt: now, finishedAt: null });
    await recordAudit(sql, request, {
      ...{ action: 'start.bulk-change', object: `bulk-change:${id}`, tenantId: onlyTenant(row.tenants) },
      after: { filter, change, count },
    });
    await runJobNow(sql, { name: bulkChangesJobName, payload: {}, key: `${bulkChangesJobName} ${id}` });
    return await requireBulkChange(sql, id);
  });
}

/**
 * Stops a bulk change after its current step, or discards a preview. Alerts that were already changed are not reverted.
 * A bulk change that has already ended is returned unchanged.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown bulk change, and for a preview of another
 * caller
 */
export async function cancelBulkChange(request: AlertRequest, id: string): Promise<BulkChangeRow> {
  const scope = scopeOf(request, 'alerts.triage');
  return await request.store.transaction(async (sql) => {
    const row = isUuid(id) ? await lockBulkChange(sql, { id }) : undefined;
    if (row === undefined || !isVisible(request, row, scope)) throw notFound(id);
    if (row.state !== BulkChangeState.RUNNING && row.state !== BulkChangeState.PREVIEW) return row;
    const finishedAt = epochSeconds(request.clock);
    await updateBulkState(sql, { id, state: BulkChangeState.CANCELLED, startedAt: null, finishedAt });
    await deleteChunks(sql, { id });
    await recordAudit(sql, request, {
      ...{ action: 'cancel.bulk-change', object: `bulk-change:${id}`, tenantId: onlyTenant(row.tenants) },
      after: progressOf(row),
    });
    return await requireBulkChange(sql, id);
  });
}

/**
 * A bulk change with its progress; null if it does not exist, if it is a preview of another caller, or if the caller
 * may not read all of its alerts.
 */
export async function readBulkChange(request: AlertRequest, id: string): Promise<BulkChangeRow | null> {
  const scope = scopeOf(request);
  if (!isUuid(id)) return null;
  const row = await request.store.run((sql) => selectBulkChange(sql, { id }));
  return row !== undefined && isVisible(request, row, scope) ? row : null;
}

/**
 * The newest bulk changes that were started or cancelled and for which the caller may read all alerts.
 * @throws {DomainError} BAD_USER_INPUT for a `first` outside of 1–100
 */
export async function listBulkChanges(request: AlertRequest, first: number): Promise<BulkChangeRow[]> {
  const { tenants } = scopeOf(request);
  assertBetween({ name: 'first', value: first, min: 1, max: 100 });
  return await request.store.run((sql) => selectNewestBulkChanges(sql, { tenants, first }));
}

/** Numbers of alerts of a bulk change by outcome. */
export function progressOf({ changedCount, conflictCount, deletedCount, count }: BulkChangeRow) {
  const remaining = count - changedCount - conflictCount - deletedCount;
  return { changed: changedCount, conflicts: conflictCount, gone: deletedCount, remaining };
}

async function actionOf(
  request: AlertRequest,
  input: PreviewBulkAlertChangeInput,
  tenants: readonly string[] | null,
): Promise<BulkAction> {
  const { status = null, isTruePositive = null, assigneeId = null, unassign, notes = null, actor = null } = input;
  const chosen = [status !== null, isTruePositive !== null, assigneeId !== null, unassign === true];
  if (chosen.filter(Boolean).length !== 1)
    throw new DomainError('BAD_USER_INPUT', 'Specify exactly one of status, isTruePositive, assigneeId and unassign');
  if (status === null && isTruePositive === null) {
    if (notes !== null || actor !== null)
      throw new DomainError('BAD_USER_INPUT', 'notes and actor apply only to status changes and verdicts: omit them');
    const assignee = await assigneeOf(request, assigneeId, tenants);
    return { status, isTruePositive, notes, actor, statedActor: null, assignee };
  }
  assertStorableText('notes', notes, maxCharacters.notes);
  assertStorableText('actor', actor, maxCharacters.actor);
  const verdict = isTruePositive === true ? AlertStatus.RESOLVED : AlertStatus.FALSE_POSITIVE;
  return {
    ...{ status: status ?? verdict, isTruePositive, notes, statedActor: actor, assignee: null },
    actor: actor ?? defaultActor(request),
  };
}

async function assigneeOf(
  request: AlertRequest,
  id: string | null,
  tenants: readonly string[] | null,
): Promise<BulkAction['assignee']> {
  const scope = scopeOf(request, 'alerts.discuss');
  if (id === null) return null;
  const found = await requireAssignee(request, { argument: 'assigneeId', id, scope });
  if (mayChangeAll(found, tenants)) return { id: found.id, name: found.name };
  const names = (found.tenants ?? []).join(', ');
  throw invalidArgument(
    'assigneeId',
    `${quoted(found.name)} may change only alerts of the tenants ${names}: add tenantId to the filter`,
  );
}

/** Verifies that the assignee of a preview still has a role for all of its alerts. */
async function assertAssignable(
  request: AlertRequest,
  sql: Executor,
  { change: { assignee }, criteria }: BulkChangeRow,
): Promise<void> {
  if (assignee === null) return;
  const scope = scopeOf(request, 'alerts.discuss');
  const found = await findAssignee(request, sql, { id: assignee.id, scope });
  if (found !== undefined && mayChangeAll(found, criteria.tenants ?? scope.tenants)) return;
  const message = `${quoted(assignee.name)} may not change all of these alerts any more: preview the change again with another assignee`;
  throw new DomainError('CONFLICT', message);
}

/** Whether a person may change all alerts of these tenants; null: of all tenants. */
function mayChangeAll(person: Assignee, tenants: readonly string[] | null): boolean {
  return person.tenants === null || tenants?.every((tenant) => person.tenants?.includes(tenant)) === true;
}

function notFound(id: string): DomainError {
  const message = `You have no bulk change ${quoted(id)}, or its preview expired after ${previewSeconds / 60} minutes: preview it again`;
  return new DomainError('NOT_FOUND', message);
}

/**
 * Whether the caller may read a bulk change. Only its creator may read a preview; all users who may read its alerts may
 * read a started bulk change.
 */
function isVisible(request: AlertRequest, row: BulkChangeRow, scope: Scope): boolean {
  const isStartedOrOwn = row.state !== BulkChangeState.PREVIEW || row.creatorId === callerId(request.caller);
  return isStartedOrOwn && canAccessAll(scope, row.tenants);
}

async function requireBulkChange(sql: Executor, id: string): Promise<BulkChangeRow> {
  const row = await selectBulkChange(sql, { id });
  if (row === undefined) throw notFound(id);
  return row;
}

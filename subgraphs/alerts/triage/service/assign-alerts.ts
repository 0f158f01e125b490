import { callerName } from '../../../../platform/caller.js';
import { epochSeconds } from '../../../../platform/clock.js';
import { scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { requireAssignee } from '../../people/index.js';
import type { AlertRecord, OwnAlertFields } from '../repository/alerts.js';
import { type AssignmentChange, assign } from '../repository/assignments.js';
import type { AssignAlertInput, AssignAlertsInput } from '../types-changes.js';
import { type ChangeResult, distinctIds, expectedTimeOf, expectedTimesOf, resultsOf } from './change-alerts.js';
import { type Rejection, readRejections } from './conflicts.js';
import { assertPossibleId } from './read-alerts.js';

/**
 * Assigns one alert to a person with a role for its tenant, or to nobody.
 * @returns the alert after the change
 * @throws {DomainError} NOT_FOUND; CONFLICT if the alert was triaged after the expected time; BAD_USER_INPUT for a
 * person who may not change alerts of the tenant
 */
export async function assignAlert(
  request: AlertRequest,
  input: AssignAlertInput & { fields: OwnAlertFields },
): Promise<AlertRecord> {
  const prepared = await assignmentOf(request, input);
  await assertPossibleId(request, input.id);
  const change = { ...prepared, ids: [input.id], expected: expectedTimeOf(input.id, input) };
  const [alert] = await request.store.write((sql) => assign(sql, change));
  if (alert !== undefined) return alert;
  throw (await rejectionsOf(request, change))(input.id).error;
}

/**
 * Assigns many alerts in one statement. An alert that cannot be assigned does not prevent the assignment of the others.
 * @returns a result for each id, in the same order
 * @throws {DomainError} BAD_USER_INPUT for too many ids or an unknown person
 */
export async function assignAlerts(
  request: AlertRequest,
  input: AssignAlertsInput & { fields: OwnAlertFields },
): Promise<ChangeResult[]> {
  const ids = distinctIds(input.ids);
  const expected = expectedTimesOf(input);
  const change = { ...(await assignmentOf(request, input)), ids, expected };
  const alerts = await request.store.write((sql) => assign(sql, change));
  return await resultsOf(input.ids, alerts, (rejected) => rejectionsOf(request, { ...change, ids: rejected }));
}

async function rejectionsOf(request: AlertRequest, change: AssignmentChange): Promise<(id: string) => Rejection> {
  const requested = { status: null, notes: null, actor: null, assignee: change.assignee };
  return await request.store.run((sql) => readRejections(sql, { ...change, yours: requested }));
}

async function assignmentOf(
  request: AlertRequest,
  { assigneeId = null, fields }: Pick<AssignAlertInput, 'assigneeId'> & { fields: OwnAlertFields },
): Promise<Omit<AssignmentChange, 'ids' | 'expected'>> {
  const scope = scopeOf(request, 'alerts.discuss');
  const found =
    assigneeId === null ? null : await requireAssignee(request, { argument: 'assigneeId', id: assigneeId, scope });
  return {
    ...{ tenants: scope.tenants, request, fields, windowSeconds: request.settings.correlationWindowSeconds },
    ...{ assignee: found ? { id: found.id, name: found.name } : null, assigneeTenants: found?.tenants ?? null },
    ...{ at: epochSeconds(request.clock), caller: callerName(request.caller), via: request.via },
  };
}

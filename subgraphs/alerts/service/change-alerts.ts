import { epochSeconds } from '../../../platform/clock.js';
import type { Executor } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { AlertRecord, OwnAlertFields } from '../records.js';
import { changeStatuses, insertVerdict, lockAlert, type StatusChange } from '../repository/changes.js';
import { isUuid } from '../rules/alert-id.js';
import { AlertStatus } from '../vocabulary.js';
import { alertNotFound, assertPossibleId, assertStorable } from './arguments.js';
import { callerName, scopeOf } from './authorisation.js';
import type { AlertDependencies, AlertRequest } from './dependencies.js';

/** Null and missing are the same: the stored value stays. An empty text clears it. */
interface ChangeInput {
  status: AlertStatus;
  notes?: string | null;
  resolvedBy?: string | null;
  fields: OwnAlertFields;
}

/**
 * Sets the status of one alert: specification, section 3, first row. Any status may follow any.
 * @returns the alert after the change
 * @throws {DomainError} NOT_FOUND; BAD_USER_INPUT for text that cannot be stored
 */
export async function updateAlert(
  dependencies: AlertDependencies,
  request: AlertRequest,
  input: ChangeInput & { id: string },
): Promise<AlertRecord> {
  const change = changeOf(dependencies, request, input);
  await assertPossibleId(dependencies, input.id);
  const [alert] = await dependencies.store.write((sql) => apply(dependencies, sql, { ...change, ids: [input.id] }));
  if (alert === undefined) throw alertNotFound(input.id);
  return alert;
}

/**
 * Records a verdict and moves the alert with it: specification, section 3, second and third row.
 * @returns the alert after the change
 * @throws {DomainError} NOT_FOUND; BAD_USER_INPUT for text that cannot be stored
 */
export async function submitVerdict(
  dependencies: AlertDependencies,
  request: AlertRequest,
  input: {
    alertId: string;
    isTruePositive: boolean;
    notes?: string | null;
    analyst?: string | null;
    fields: OwnAlertFields;
  },
): Promise<AlertRecord> {
  const { alertId, isTruePositive, notes, analyst, fields } = input;
  const status = isTruePositive ? AlertStatus.RESOLVED : AlertStatus.FALSE_POSITIVE;
  const change = changeOf(dependencies, request, { status, notes, resolvedBy: analyst, fields });
  await assertPossibleId(dependencies, alertId);
  return await dependencies.store.transaction(async (sql) => {
    // Verdicts on one alert take turns, so that exactly one is its latest.
    if (!(await lockAlert(sql, alertId, change.tenantId))) throw alertNotFound(alertId);
    const { at, caller, via } = change;
    await insertVerdict(sql, {
      alertId,
      isTruePositive,
      analyst: change.resolvedBy,
      notes: change.notes,
      at,
      caller,
      via,
    });
    const [alert] = await apply(dependencies, sql, { ...change, ids: [alertId] });
    if (alert === undefined) throw alertNotFound(alertId);
    return alert;
  });
}

/** What became of one of many alerts. */
export interface StatusChangeResult {
  /** As it was given. */
  id: string;
  alert: AlertRecord | null;
  code: string | null;
  message: string | null;
}

const mostAtOnce = 1000;

/**
 * Sets the status of many alerts in one statement; those that are not known do not hinder the others.
 * @returns a result for each id, in the order given
 * @throws {DomainError} BAD_USER_INPUT for more than 1000 ids or text that cannot be stored
 */
export async function changeAlertStatuses(
  dependencies: AlertDependencies,
  request: AlertRequest,
  input: ChangeInput & { ids: readonly string[] },
): Promise<StatusChangeResult[]> {
  const change = changeOf(dependencies, request, input);
  if (input.ids.length > mostAtOnce) {
    throw new DomainError('BAD_USER_INPUT', `ids may hold at most ${mostAtOnce} alerts`, { argument: 'ids' });
  }
  const ids = [...new Set(input.ids.filter(isUuid).map((id) => id.toLowerCase()))];
  const alerts = await dependencies.store.write((sql) => apply(dependencies, sql, { ...change, ids }));
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return input.ids.map((id) => {
    const alert = byId.get(id.toLowerCase());
    if (alert !== undefined) return { id, alert, code: null, message: null };
    const { code, message } = alertNotFound(id);
    return { id, alert: null, code, message };
  });
}

type PreparedChange = Omit<StatusChange, 'ids'> & { fields: OwnAlertFields };

function changeOf(dependencies: AlertDependencies, request: AlertRequest, input: ChangeInput): PreparedChange {
  const { tenantId } = scopeOf(dependencies, request);
  assertStorable('notes', input.notes);
  assertStorable('resolvedBy', input.resolvedBy);
  return {
    tenantId,
    status: input.status,
    notes: input.notes ?? null,
    resolvedBy: input.resolvedBy ?? null,
    at: epochSeconds(dependencies.clock),
    caller: callerName(request),
    via: request.via,
    fields: input.fields,
  };
}

async function apply(
  dependencies: AlertDependencies,
  sql: Executor,
  change: PreparedChange & { ids: readonly string[] },
): Promise<AlertRecord[]> {
  return await changeStatuses(sql, { ...change, window: dependencies.settings.correlationWindowSeconds });
}

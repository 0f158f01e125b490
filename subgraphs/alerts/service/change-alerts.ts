import { epochSeconds } from '../../../platform/clock.js';
import type { Executor } from '../../../platform/database/index.js';
import { assertMaxItems, maxCharacters, maxItems } from '../../../platform/input-limits.js';
import type { AlertRecord, OwnAlertFields } from '../records.js';
import { changeStatuses, insertVerdict, lockAlert, type StatusChange } from '../repository/changes.js';
import { isUuid } from '../rules/alert-id.js';
import { AlertStatus } from '../vocabulary.js';
import { alertNotFound, assertPossibleId, assertText } from './arguments.js';
import { callerName, changeScopeOf } from './authorisation.js';
import type { AlertDependencies, AlertRequest } from './dependencies.js';

/** Null and missing are the same: the stored value stays. An empty text clears it. */
interface ChangeInput {
  status: AlertStatus;
  notes?: string | null;
  resolvedBy?: string | null;
  /** Name of the argument that `resolvedBy` comes from. */
  actorArgument?: 'analyst';
  fields: OwnAlertFields;
}

/**
 * Sets the status of one alert: specification, section 3, first row. Any status may follow any.
 * @returns the alert after the change
 * @throws {DomainError} NOT_FOUND; BAD_USER_INPUT for text that is too long or cannot be stored
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
 * @throws {DomainError} NOT_FOUND; BAD_USER_INPUT for text that is too long or cannot be stored
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
  const change = changeOf(dependencies, request, {
    status,
    notes,
    resolvedBy: analyst,
    actorArgument: 'analyst',
    fields,
  });
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
    const [alert] = await apply(dependencies, sql, { ...change, ids: [alertId], isTruePositive });
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

/**
 * Sets the status of many alerts in one statement; those that are not known do not hinder the others.
 * @returns a result for each id, in the order given
 * @throws {DomainError} BAD_USER_INPUT for too many ids, or text that is too long or cannot be stored
 */
export async function changeAlertStatuses(
  dependencies: AlertDependencies,
  request: AlertRequest,
  input: ChangeInput & { ids: readonly string[] },
): Promise<StatusChangeResult[]> {
  const change = changeOf(dependencies, request, input);
  assertMaxItems('ids', input.ids, maxItems.alertIds);
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
  const { tenantId } = changeScopeOf(dependencies, request);
  assertText('notes', input.notes, maxCharacters.notes);
  assertText(input.actorArgument ?? 'resolvedBy', input.resolvedBy, maxCharacters.actor);
  return {
    tenantId,
    status: input.status,
    notes: input.notes ?? null,
    resolvedBy: input.resolvedBy ?? null,
    at: epochSeconds(dependencies.clock),
    caller: callerName(request),
    via: request.via,
    request,
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

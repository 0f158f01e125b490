import { callerName } from '../../../../platform/caller.js';
import { epochSeconds } from '../../../../platform/clock.js';
import type { Executor } from '../../../../platform/database/index.js';
import {
  assertMaxItems,
  assertStorableText,
  isUuid,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { changeScopeOf } from '../../authorisation.js';
import type { AlertRequest } from '../../dependencies.js';
import { AlertStatus } from '../../vocabulary.js';
import type { AlertRecord, OwnAlertFields } from '../repository/alerts.js';
import { changeStatuses, insertVerdict, lockAlert, type StatusChange } from '../repository/changes.js';
import { alertNotFound, assertPossibleId } from './read-alerts.js';

/** Null and absent values keep the stored value. An empty string clears it. */
interface ChangeInput {
  status: AlertStatus;
  notes?: string | null;
  /** What the request says about who makes the change; nobody verifies it. */
  actor?: string | null;
  fields: OwnAlertFields;
}

/**
 * Sets the status of one alert (specification, section 3, first row). All transitions are allowed.
 * @returns the alert after the change
 * @throws {DomainError} NOT_FOUND; BAD_USER_INPUT for strings that are too long or cannot be stored
 */
export async function updateAlert(request: AlertRequest, input: ChangeInput & { id: string }): Promise<AlertRecord> {
  const change = changeOf(request, input);
  await assertPossibleId(request, input.id);
  const [alert] = await request.store.write((sql) => apply(request, sql, { ...change, ids: [input.id] }));
  if (alert === undefined) throw alertNotFound(input.id);
  return alert;
}

/**
 * Records a verdict and sets the status accordingly (specification, section 3, second and third row).
 * @returns the alert after the change
 * @throws {DomainError} NOT_FOUND; BAD_USER_INPUT for strings that are too long or cannot be stored
 */
export async function submitVerdict(
  request: AlertRequest,
  input: {
    alertId: string;
    isTruePositive: boolean;
    notes?: string | null;
    actor?: string | null;
    fields: OwnAlertFields;
  },
): Promise<AlertRecord> {
  const { alertId, isTruePositive, notes, actor, fields } = input;
  const status = isTruePositive ? AlertStatus.RESOLVED : AlertStatus.FALSE_POSITIVE;
  const change = changeOf(request, {
    status,
    notes,
    actor,
    fields,
  });
  await assertPossibleId(request, alertId);
  return await request.store.transaction(async (sql) => {
    // Verdicts on one alert are serialized, so that exactly one is the latest.
    if (!(await lockAlert(sql, { id: alertId, tenants: change.tenants }))) throw alertNotFound(alertId);
    const { at, caller, via, statedActor } = change;
    await insertVerdict(sql, { alertId, isTruePositive, statedActor, notes: change.notes, at, caller, via });
    const [alert] = await apply(request, sql, { ...change, ids: [alertId], isTruePositive });
    if (alert === undefined) throw alertNotFound(alertId);
    return alert;
  });
}

/** The result for one of many alerts. */
export interface StatusChangeResult {
  /** The id in the spelling of the request. */
  id: string;
  alert: AlertRecord | null;
  code: string | null;
  message: string | null;
}

/**
 * Sets the status of many alerts in one statement. Unknown ids do not affect the others.
 * @returns a result for each id, in their order
 * @throws {DomainError} BAD_USER_INPUT for too many ids, or strings that are too long or cannot be stored
 */
export async function changeAlertStatuses(
  request: AlertRequest,
  input: ChangeInput & { ids: readonly string[] },
): Promise<StatusChangeResult[]> {
  const change = changeOf(request, input);
  assertMaxItems('ids', input.ids, maxItems.alertIds);
  const ids = [...new Set(input.ids.filter(isUuid).map((id) => id.toLowerCase()))];
  const alerts = await request.store.write((sql) => apply(request, sql, { ...change, ids }));
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return input.ids.map((id) => {
    const alert = byId.get(id.toLowerCase());
    if (alert !== undefined) return { id, alert, code: null, message: null };
    const { code, message } = alertNotFound(id);
    return { id, alert: null, code, message };
  });
}

type PreparedChange = Omit<StatusChange, 'ids'> & { fields: OwnAlertFields };

function changeOf(request: AlertRequest, input: ChangeInput): PreparedChange {
  const { tenants } = changeScopeOf(request);
  assertStorableText('notes', input.notes, maxCharacters.notes);
  assertStorableText('actor', input.actor, maxCharacters.actor);
  return {
    tenants,
    status: input.status,
    notes: input.notes ?? null,
    actor: input.actor ?? defaultActor(request),
    statedActor: input.actor ?? null,
    at: epochSeconds(request.clock),
    caller: callerName(request.caller),
    via: request.via,
    request,
    fields: input.fields,
  };
}

/** The actor of a change that names none: the caller. The documented REST interface keeps the stored one. */
function defaultActor({ caller, via }: AlertRequest): string | null {
  return caller.kind === 'operator' && via !== 'rest' ? callerName(caller) : null;
}

async function apply(
  request: AlertRequest,
  sql: Executor,
  change: PreparedChange & { ids: readonly string[] },
): Promise<AlertRecord[]> {
  return await changeStatuses(sql, { ...change, window: request.settings.correlationWindowSeconds });
}

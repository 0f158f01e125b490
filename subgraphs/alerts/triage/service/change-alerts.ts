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
import { scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { AlertStatus } from '../../vocabulary.js';
import type { AlertRecord, OwnAlertFields } from '../repository/alerts.js';
import { changeStatuses, insertVerdict, lockAlert, type StatusChange } from '../repository/changes.js';
import type { ExpectedTimes } from '../repository/expected-times.js';
import type { ChangeAlertStatusesInput, SubmitVerdictInput, UpdateAlertInput } from '../types-changes.js';
import { type Conflict, type Rejection, readRejections } from './conflicts.js';
import { alertNotFound, assertPossibleId } from './read-alerts.js';

/**
 * Sets the status of one alert (specification, section 3, first row). All transitions are permitted.
 * @returns the alert after the change
 * @throws {DomainError} NOT_FOUND; CONFLICT if the alert was triaged after the expected time; BAD_USER_INPUT for
 * strings that are too long or cannot be stored
 */
export async function updateAlert(
  request: AlertRequest,
  input: UpdateAlertInput & { fields: OwnAlertFields },
): Promise<AlertRecord> {
  const change = { ...changeOf(request, input), ids: [input.id], expected: expectedTimeOf(input.id, input) };
  await assertPossibleId(request, input.id);
  const [alert] = await request.store.write((sql) => apply(request, sql, change));
  if (alert !== undefined) return alert;
  const rejection = await request.store.run((sql) => rejectionsOf(request, sql, change));
  throw rejection(input.id).error;
}

/**
 * Records a verdict and sets the corresponding status (specification, section 3, second and third row).
 * @returns the alert after the change
 * @throws {DomainError} NOT_FOUND; CONFLICT if the alert was triaged after the expected time; BAD_USER_INPUT for
 * strings that are too long or cannot be stored
 */
export async function submitVerdict(
  request: AlertRequest,
  input: SubmitVerdictInput & { fields: OwnAlertFields },
): Promise<AlertRecord> {
  const { alertId, isTruePositive, notes, actor, fields } = input;
  const status = isTruePositive ? AlertStatus.RESOLVED : AlertStatus.FALSE_POSITIVE;
  const change = {
    ...changeOf(request, { status, notes, actor, fields }),
    ...{ ids: [alertId], isTruePositive, expected: expectedTimeOf(alertId, input) },
  };
  await assertPossibleId(request, alertId);
  return await request.store.transaction(async (sql) => {
    // Verdicts on one alert are serialized, so exactly one is the latest.
    if (!(await lockAlert(sql, { id: alertId, tenants: change.tenants }))) throw alertNotFound(alertId);
    const { at, caller, via, statedActor } = change;
    await insertVerdict(sql, { alertId, isTruePositive, statedActor, notes: change.notes, at, caller, via });
    const [alert] = await apply(request, sql, change);
    // The error rolls back the verdict.
    if (alert === undefined) throw (await rejectionsOf(request, sql, change))(alertId).error;
    return alert;
  });
}

/** The result for one alert of a change to many alerts. */
export interface ChangeResult {
  /** The id exactly as in the request. */
  id: string;
  alert: AlertRecord | null;
  code: string | null;
  message: string | null;
  conflict: Conflict | null;
}

/**
 * Sets the status of many alerts in one statement. Unknown ids do not prevent changes of the other alerts.
 * @returns a result for each id, in the same order
 * @throws {DomainError} BAD_USER_INPUT for too many ids, or strings that are too long or cannot be stored
 */
export async function changeAlertStatuses(
  request: AlertRequest,
  input: ChangeAlertStatusesInput & { fields: OwnAlertFields },
): Promise<ChangeResult[]> {
  const change = { ...changeOf(request, input), ids: distinctIds(input.ids), expected: expectedTimesOf(input) };
  const alerts = await request.store.write((sql) => apply(request, sql, change));
  return await resultsOf(input.ids, alerts, (ids) =>
    request.store.run((sql) => rejectionsOf(request, sql, { ...change, ids })),
  );
}

/**
 * Returns the ids that are UUIDs, in lower case, each once.
 * @throws {DomainError} BAD_USER_INPUT for too many ids
 */
export function distinctIds(ids: readonly string[]): string[] {
  assertMaxItems('ids', ids, maxItems.alertIds);
  return [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
}

/** Returns a result for each id: the changed alert, or the reason why it was not changed. */
export async function resultsOf(
  ids: readonly string[],
  alerts: readonly AlertRecord[],
  rejectionsOf: (ids: readonly string[]) => Promise<(id: string) => Rejection>,
): Promise<ChangeResult[]> {
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const rejected = ids.filter((id) => isUuid(id) && !byId.has(id.toLowerCase()));
  const rejection = rejected.length === 0 ? notFoundRejection : await rejectionsOf(rejected);
  return ids.map((id) => {
    const alert = byId.get(id.toLowerCase());
    if (alert !== undefined) return { id, alert, code: null, message: null, conflict: null };
    const { error, conflict } = rejection(id);
    return { id, alert: null, code: error.code, message: error.message, conflict };
  });
}

function notFoundRejection(id: string): Rejection {
  return { error: alertNotFound(id), conflict: null };
}

export function expectedTimeOf(
  id: string,
  { expectedUpdatedAt }: Pick<UpdateAlertInput, 'expectedUpdatedAt'>,
): ExpectedTimes {
  const hasExpectedTime = expectedUpdatedAt !== null && expectedUpdatedAt !== undefined;
  return new Map(hasExpectedTime ? [[id.toLowerCase(), expectedUpdatedAt.getTime()]] : []);
}

/**
 * Returns the expected times by alert id, without ids that are not UUIDs.
 * @throws {DomainError} BAD_USER_INPUT for too many times
 */
export function expectedTimesOf({ expected }: Pick<ChangeAlertStatusesInput, 'expected'>): ExpectedTimes {
  assertMaxItems('expected', expected, maxItems.alertIds);
  const times = (expected ?? []).filter(({ id }) => isUuid(id));
  return new Map(times.map(({ id, updatedAt }) => [id.toLowerCase(), updatedAt.getTime()]));
}

type PreparedChange = Omit<StatusChange, 'ids' | 'expected'> & { fields: OwnAlertFields };
type Change = StatusChange & { fields: OwnAlertFields };

/** The values to set. Null or absent notes and actors leave the stored values unchanged; empty strings clear them. */
function changeOf(
  request: AlertRequest,
  input: Pick<UpdateAlertInput, 'status' | 'notes' | 'actor'> & { fields: OwnAlertFields },
): PreparedChange {
  const { tenants } = scopeOf(request, 'alerts.triage');
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

/**
 * The default actor of a change: the caller if it is an operator. Null, which leaves the stored actor unchanged, for
 * anonymous callers and for the REST API.
 */
export function defaultActor({ caller, via }: AlertRequest): string | null {
  return caller.kind === 'operator' && via !== 'rest' ? callerName(caller) : null;
}

async function apply(request: AlertRequest, sql: Executor, change: Change): Promise<AlertRecord[]> {
  return await changeStatuses(sql, { ...change, windowSeconds: request.settings.correlationWindowSeconds });
}

async function rejectionsOf(request: AlertRequest, sql: Executor, change: Change): Promise<(id: string) => Rejection> {
  const { status, notes, actor } = change;
  const windowSeconds = request.settings.correlationWindowSeconds;
  return await readRejections(sql, { ...change, windowSeconds, yours: { status, notes, actor, assignee: null } });
}

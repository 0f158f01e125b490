import { type AuditRequest, auditInsert } from '../../../../platform/audit/index.js';
import { type Executor, runStatement, StatementParameters } from '../../../../platform/database/index.js';
import type { AlertStatus, ChangeInterface } from '../../vocabulary.js';
import type { AlertRecord, OwnAlertFields, TransitionRecord, VerdictRecord } from '../records.js';
import { alertColumns, runAlertStatement, tenantCondition } from './alert-rows.js';

/** One change of status, for one alert or many. */
export interface StatusChange {
  readonly ids: readonly string[];
  /** Null: of all tenants. */
  readonly tenantId: string | null;
  readonly status: AlertStatus;
  /** Null: they stay. */
  readonly notes: string | null;
  /** Null: it stays. Empty: it becomes null. */
  readonly resolvedBy: string | null;
  /** Unix epoch seconds. */
  readonly at: number;
  readonly caller: string;
  readonly via: ChangeInterface;
  /** Who changes, for the audit log. */
  readonly request: AuditRequest;
  /** Of a verdict; absent for a change of the status alone. */
  readonly isTruePositive?: boolean;
}

/**
 * Changes the alerts of these ids that exist, and keeps the transitions and an audit entry for each tenant, in one statement.
 * Rows are locked in the order of their ids, as everywhere, so that no two changes wait for each other; each change sees
 * the status that the one before it left. `updated_at` moves even when the clock does not. Endpoints count along.
 */
export async function changeStatuses(
  sql: Executor,
  change: StatusChange & { fields: OwnAlertFields; window: number },
): Promise<AlertRecord[]> {
  const parameters = new StatementParameters();
  const ids = idCondition(change.ids, parameters);
  const tenant = tenantCondition('alert', change.tenantId, parameters);
  const status = `${parameters.add(change.status)}::text::alerts.alert_status`;
  const notes = `${parameters.add(change.notes)}::text`;
  const resolvedBy = `${parameters.add(change.resolvedBy)}::text`;
  const at = `${parameters.add(change.at)}::float8`;
  const caller = `${parameters.add(change.caller)}::text`;
  const via = `${parameters.add(change.via)}::text::alerts.change_interface`;
  const text = `with outdated as (
      select id, status, analyst_notes, resolved_by from alerts.alert where ${ids} ${tenant} order by id for no key update
    ), changed as (
      update alerts.alert set
        status = ${status},
        analyst_notes = coalesce(${notes}, alert.analyst_notes),
        resolved_by = case when ${resolvedBy} is null then alert.resolved_by else nullif(${resolvedBy}, '') end,
        updated_at = greatest(${at}, alert.updated_at + 0.000001)
      from outdated where alert.id = outdated.id
      returning alert.*, outdated.status as from_status, outdated.analyst_notes as from_notes,
        outdated.resolved_by as from_resolved_by
    ), kept as (
      insert into alerts.alert_transition (alert_id, at, from_status, to_status, caller, resolved_by, notes, via)
      select id, ${at}, from_status, status, ${caller}, nullif(${resolvedBy}, ''), ${notes}, ${via}
      from changed order by id
    ), audited as (
      ${audited(change, parameters)}
    ), ${recounted}
    select ${alertColumns(change.fields, 'changed', change.window)} from changed`;
  return await runAlertStatement(sql, { text, parameters, fields: change.fields });
}

/**
 * The audit entries of a change: one for each tenant. `before` has the status of each alert in the order of the entry's objects, or the
 * one status that all had; notes only of a single alert, so that an entry stays small.
 */
function audited(change: StatusChange, parameters: StatementParameters): string {
  const { status, notes, resolvedBy, isTruePositive } = change;
  const statuses = `case when count(distinct from_status) = 1 then to_json(min(from_status))
    else json_agg(from_status order by id) end`;
  const whole = `, 'notes', left(min(from_notes), 1000), 'resolvedBy', min(from_resolved_by)`;
  return auditInsert(parameters, change.request, {
    action: isTruePositive === undefined ? 'update.alert' : 'submit.verdict',
    from: 'changed group by tenant_id',
    objects: `array_agg('alert:' || id order by id)`,
    tenantId: 'tenant_id',
    before: `json_build_object('status', ${statuses}${change.ids.length === 1 ? whole : ''})`,
    after: {
      status,
      ...(notes !== null && { notes }),
      ...(resolvedBy !== null && { resolvedBy }),
      ...(isTruePositive !== undefined && { isTruePositive }),
    },
  });
}

/** A single id is compared as such: PostgreSQL keeps the plan, while for a short array it plans anew each time, as long as it then works. */
function idCondition(ids: readonly string[], parameters: StatementParameters): string {
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return `id = ${parameters.add(only)}::uuid`;
  return `id = any(${parameters.add(ids)}::uuid[])`;
}

/**
 * The parts of a statement that keep the numbers of open alerts, behind its `changed`: alerts with the status they had before.
 *
 * Endpoints are locked after all alerts, and in the order of their keys, as imports lock them: in any other order two
 * transactions could each wait for what the other holds. No row of `locked` comes before the last alert is locked, because
 * `moved` sums over all of `changed`. Who has as many open alerts as before is neither locked nor written.
 */
const recounted = `moved as (
      select tenant_id, endpoint_id, sum((status = 'open')::int - (from_status = 'open')::int)::int as difference
      from changed group by tenant_id, endpoint_id
    ), locked as (
      select endpoint.tenant_id, endpoint.hostname, moved.difference from moved
      join alerts.endpoint on endpoint.tenant_id = moved.tenant_id and endpoint.hostname = moved.endpoint_id
      where moved.difference <> 0
      order by endpoint.tenant_id, endpoint.hostname for no key update of endpoint
    ), counted as (
      update alerts.endpoint set open_alerts = endpoint.open_alerts + locked.difference
      from locked where endpoint.tenant_id = locked.tenant_id and endpoint.hostname = locked.hostname
    )`;

/** Locks one alert for the rest of the transaction; false when the caller knows none with this id. */
export async function lockAlert(sql: Executor, id: string, tenantId: string | null): Promise<boolean> {
  const parameters = new StatementParameters();
  const text = `select 1 from alerts.alert where id = ${parameters.add(id)}::uuid
    ${tenantCondition('alert', tenantId, parameters)} for no key update`;
  return (await runStatement(sql, text, parameters.values)).length > 0;
}

export interface NewVerdict {
  readonly alertId: string;
  readonly isTruePositive: boolean;
  readonly analyst: string | null;
  readonly notes: string | null;
  readonly at: number;
  readonly caller: string;
  readonly via: ChangeInterface;
}

/** Keeps a verdict on an alert that the caller has locked; it counts instead of the alert's earlier ones. */
export async function insertVerdict(sql: Executor, verdict: NewVerdict): Promise<void> {
  await runStatement(
    sql,
    `with superseded as (
      update alerts.alert_verdict set is_latest = false where alert_id = $1::uuid and is_latest
    )
    insert into alerts.alert_verdict
      (alert_id, tenant_id, model_name, is_true_positive, is_latest, at, caller, analyst, notes, via)
    select id, tenant_id, model_name, $2::text = 'true', true, $3::float8, $4, nullif($5::text, ''), $6::text,
      $7::text::alerts.change_interface
    from alerts.alert where id = $1::uuid`,
    [
      verdict.alertId,
      String(verdict.isTruePositive),
      verdict.at,
      verdict.caller,
      verdict.analyst,
      verdict.notes,
      verdict.via,
    ],
  );
}

type Kept<Record> = Omit<Record, 'at'> & { alertId: string; atEpoch: number };

/** The transitions of these alerts, the oldest first. */
export async function selectTransitions(
  sql: Executor,
  query: { ids: readonly string[]; tenantId: string | null },
): Promise<Kept<TransitionRecord>[]> {
  const parameters = new StatementParameters();
  const text = `select kept.alert_id as "alertId", kept.at as "atEpoch", kept.from_status as "fromStatus",
      kept.to_status as "toStatus", kept.caller, kept.resolved_by as "resolvedBy", kept.notes, kept.via
    from alerts.alert_transition kept join alerts.alert on alert.id = kept.alert_id
    where kept.alert_id = any(${parameters.add(query.ids)}::uuid[]) ${tenantCondition('alert', query.tenantId, parameters)}
    order by kept.id`;
  return await runStatement(sql, text, parameters.values);
}

/** The verdicts on these alerts, the oldest first. */
export async function selectVerdicts(
  sql: Executor,
  query: { ids: readonly string[]; tenantId: string | null },
): Promise<Kept<VerdictRecord>[]> {
  const parameters = new StatementParameters();
  const text = `select kept.alert_id as "alertId", kept.at as "atEpoch", kept.is_true_positive as "isTruePositive",
      kept.model_name as "modelName", kept.caller, kept.analyst, kept.notes, kept.via
    from alerts.alert_verdict kept
    where kept.alert_id = any(${parameters.add(query.ids)}::uuid[]) ${tenantCondition('kept', query.tenantId, parameters)}
    order by kept.id`;
  return await runStatement(sql, text, parameters.values);
}

import { eq, type SQL, sql } from 'drizzle-orm';
import { auditTypes, auditValues, insertAuditEntries } from '../../../../platform/audit/audited.js';
import type { AuditRequest } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  byFields,
  byShape,
  encodedFrom,
  enumeration,
  execute,
  float8,
  nullable,
  type Placeholders,
  queryBuilder,
  rawQuery,
  run,
  runForRow,
  sqlFile,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { alert, alertTransition, interfaceType, statusType } from '../../tables.js';
import { restrictToTenants, type TenantFilter, tenantsShape, tenantTypes } from '../../tenants.js';
import type { AlertStatus, ChangeInterface } from '../../vocabulary.js';
import { type AlertRecord, alertFieldsOf, type OwnAlertFields, row } from './alerts.js';
import { type ExpectedTimes, expectedShape, expectedTypes, expectedValues, isAsExpected } from './expected-times.js';

/** A change of the status of one or more alerts. */
export interface StatusChange extends TenantFilter {
  readonly ids: readonly string[];
  readonly status: AlertStatus;
  /** The new notes; null: unchanged. */
  readonly notes: string | null;
  /** The new actor; null: unchanged; empty: set to null. */
  readonly actor: string | null;
  /** The actor in the request, as unverified free text, for the history; null or empty if the request has none. */
  readonly statedActor: string | null;
  /** Time of the change in Unix epoch seconds. */
  readonly at: number;
  readonly caller: string;
  readonly via: ChangeInterface;
  /** The request that makes the change, for the audit log. */
  readonly request: AuditRequest;
  /** The verdict; absent for a change of status only. */
  readonly isTruePositive?: boolean;
  readonly expected: ExpectedTimes;
}

const changeTypes = {
  ...auditTypes,
  status: enumeration(statusType),
  notes: nullable(text),
  actor: nullable(text),
  statedActor: nullable(text),
  at: float8,
  caller: text,
  via: enumeration(interfaceType),
};
type ChangeParameters = Placeholders<typeof changeTypes & { ids: ReturnType<typeof idsType> }>;
type ChangeQuery = StatusChange & { readonly fields: OwnAlertFields; readonly windowSeconds: number };

/**
 * The parameter type for ids. A single id is compared by equality, because PostgreSQL caches the plan for equality but
 * replans each statement with a short array, which takes as long as the execution.
 */
function idsType(isSingle: boolean) {
  return isSingle ? encodedFrom(uuid, ([onlyId]: string[]) => onlyId as string) : array(uuid); // There is exactly one.
}

const statusChange = byFields(
  (change: ChangeQuery) =>
    `${change.windowSeconds} ${tenantsShape(change)} ${change.ids.length === 1} ${expectedShape(change)}`,
  (change) => {
    const isSingle = change.ids.length === 1;
    return statement({ ids: idsType(isSingle), ...changeTypes, ...expectedTypes, ...tenantTypes(change) }, (values) => {
      const selected = isSingle ? eq(row.id, values.ids) : sql`${row.id} = any(${values.ids})`;
      const where = sql`${selected} ${restrictToTenants(row, change, values)}`;
      return rawQuery(
        alertFieldsOf(change.fields, change.windowSeconds),
        (columns) => sql`with ${changedAlerts(where, values, isAsExpected(change, values))}, recorded as (
      insert into ${alertTransition} (alert_id, at, from_status, to_status, caller, resolved_by, notes, via)
      select id, updated_at, from_status, status, ${values.caller}, nullif(${values.statedActor}, ''), ${values.notes}, ${values.via}
      from changed order by id
    ), audited as (${auditedChange(values, isSingle)}), ${endpointRecount} select ${columns} from changed alert`,
      );
    });
  },
);

/**
 * Sets the status of the alerts with these ids, and adds transitions and one audit entry per tenant, in one statement.
 * Rows are always locked in the order of their ids, to avoid deadlocks. Each change sees the status that the previous
 * one set. `updated_at` increases even if the clock does not. The counts of endpoints are updated. Alerts that were
 * triaged after the expected time are unchanged.
 */
export async function changeStatuses(executor: Executor, change: ChangeQuery): Promise<AlertRecord[]> {
  const { request, status, notes, actor, isTruePositive } = change;
  const after = {
    status,
    ...(notes !== null && { notes }),
    ...(actor !== null && { actor }),
    ...(isTruePositive !== undefined && { isTruePositive }),
  };
  const action = isTruePositive === undefined ? 'update.alert' : 'submit.verdict';
  return await run(executor, statusChange(change), {
    ...change,
    ...expectedValues(change),
    ...auditValues(request, { action, after }),
  });
}

/** Updates the alerts, and returns them with their previous status. */
function changedAlerts(where: SQL, values: ChangeParameters, isExpected: SQL): SQL {
  return sql`outdated as (
      select id, status, analyst_notes, resolved_by, triaged_at from ${alert} where ${where} order by id for no key update
    ), changed as (
      update ${alert} set
        status = ${values.status},
        analyst_notes = coalesce(${values.notes}, alert.analyst_notes),
        resolved_by = case when ${values.actor} is null then alert.resolved_by else nullif(${values.actor}, '') end,
        updated_at = greatest(${values.at}, alert.updated_at + 0.000001)
      from outdated where alert.id = outdated.id ${isExpected}
      returning alert.*, outdated.status as from_status, outdated.analyst_notes as from_notes,
        outdated.resolved_by as from_resolved_by
    )`;
}

/**
 * The audit entries of a change, one per tenant. In `before`, the statuses are in the order of the entry's objects, or
 * a single status if all are equal. Notes and actor are included only for a single alert, to bound the size.
 */
function auditedChange(values: ChangeParameters, isSingle: boolean): SQL {
  const statuses = sql`case when count(distinct from_status) = 1 then to_json(min(from_status))
    else json_agg(from_status order by id) end`;
  const commonValues = sql`, 'notes', left(min(from_notes), 1000), 'actor', min(from_resolved_by)`;
  return insertAuditEntries(values, {
    from: sql`changed group by tenant_id`,
    objects: sql`array_agg('alert:' || id order by id)`,
    tenantId: sql`tenant_id`,
    before: sql`json_build_object('status', ${statuses}${isSingle ? commonValues : sql``})`,
  });
}

/**
 * Common table expressions that update the numbers of open alerts of endpoints. They follow the expression `changed`,
 * which contains the alerts with their previous status. As in imports, endpoints are locked after all alerts, in the
 * order of their keys, to avoid deadlocks. `locked` starts after the last alert is locked, because `moved` sums over
 * all of `changed`. Endpoints whose number does not change are neither locked nor written.
 */
export const endpointRecount = sql`moved as (
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

const lock = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ id: uuid, ...tenantTypes(query) }, (values) =>
    queryBuilder
      .select({ id: alert.id })
      .from(alert)
      .where(sql`${alert.id} = ${values.id} ${restrictToTenants(alert, query, values)}`)
      .for('no key update'),
  ),
);

/**
 * Locks an alert until the end of the transaction. Returns false if the alert does not exist, or the caller may not
 * read it.
 */
export async function lockAlert(executor: Executor, query: TenantFilter & { readonly id: string }): Promise<boolean> {
  return (await runForRow(executor, lock(query), query)) !== undefined;
}

/** Inserts a verdict on an alert that the caller has locked, and makes it the latest one. */
export const insertVerdict = execute(
  sqlFile(import.meta.url, './insert-verdict.sql', {
    parameters: {
      ...{ alertId: uuid, isTruePositive: boolean, statedActor: nullable(text), notes: nullable(text) },
      ...{ at: float8, caller: text, via: enumeration(interfaceType) },
    },
  }),
);

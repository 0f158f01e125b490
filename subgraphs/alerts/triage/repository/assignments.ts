import { sql } from 'drizzle-orm';
import { auditTypes, auditValues, insertAuditEntries } from '../../../../platform/audit/audited.js';
import type { AuditRequest } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  byFields,
  enumeration,
  float8,
  nullable,
  optional,
  rawQuery,
  run,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { alert, alertAssignment, interfaceType } from '../../tables.js';
import { restrictToTenants, type TenantFilter, tenantsShape, tenantTypes } from '../../tenants.js';
import type { ChangeInterface } from '../../vocabulary.js';
import { type AlertRecord, alertFieldsOf, type OwnAlertFields, row } from './alerts.js';
import { type ExpectedTimes, expectedShape, expectedTypes, expectedValues, isAsExpected } from './expected-times.js';

/** An assignment of alerts to a person, or to nobody. */
export interface AssignmentChange extends TenantFilter {
  readonly ids: readonly string[];
  readonly assignee: { readonly id: string; readonly name: string } | null;
  /** Tenants for which the assignee has a role; null: all tenants. */
  readonly assigneeTenants: readonly string[] | null;
  /** Time of the change in Unix epoch seconds. */
  readonly at: number;
  readonly caller: string;
  readonly via: ChangeInterface;
  readonly request: AuditRequest;
  readonly expected: ExpectedTimes;
  readonly fields: OwnAlertFields;
  readonly windowSeconds: number;
}

const assignmentTypes = {
  ...auditTypes,
  ids: array(uuid),
  assigneeId: nullable(text),
  assigneeName: nullable(text),
  assigneeTenants: optional(array(text)),
  at: float8,
  caller: text,
  via: enumeration(interfaceType),
  ...expectedTypes,
};

const assignment = byFields(
  (change: AssignmentChange) =>
    `${change.windowSeconds} ${tenantsShape(change)} ${change.assigneeTenants === null} ${expectedShape(change)}`,
  (change) =>
    statement({ ...assignmentTypes, ...tenantTypes(change) }, (parameters) => {
      const ofAssignee =
        change.assigneeTenants === null ? sql`` : sql`and ${row.tenantId} = any(${parameters.assigneeTenants})`;
      const audited = insertAuditEntries(parameters, {
        from: sql`changed group by tenant_id`,
        objects: sql`array_agg('alert:' || id order by id)`,
        tenantId: sql`tenant_id`,
        before: sql`json_build_object('assignees', json_agg(from_id order by id))`,
      });
      return rawQuery(
        alertFieldsOf(change.fields, change.windowSeconds),
        (columns) => sql`with outdated as (
      select id, assignee_id, assignee_name, triaged_at from ${alert}
      where ${row.id} = any(${parameters.ids}) ${restrictToTenants(row, change, parameters)} ${ofAssignee}
      order by id for no key update
    ), changed as (
      update ${alert} set assignee_id = ${parameters.assigneeId}, assignee_name = ${parameters.assigneeName},
        updated_at = greatest(${parameters.at}, alert.updated_at + 0.000001)
      from outdated where alert.id = outdated.id ${isAsExpected(change, parameters)}
      returning alert.*, outdated.assignee_id as from_id, outdated.assignee_name as from_name
    ), recorded as (
      insert into ${alertAssignment} (alert_id, at, from_id, from_name, to_id, to_name, caller, via)
      select id, updated_at, from_id, from_name, assignee_id, assignee_name, ${parameters.caller}, ${parameters.via}
      from changed order by id
    ), audited as (${audited}) select ${columns} from changed alert`,
      );
    }),
);

/**
 * Assigns the alerts with these ids, and adds an entry to the history of each alert and one audit entry per tenant, in
 * one statement. Rows are locked in the order of their ids, to avoid deadlocks. Alerts of tenants for which the
 * assignee has no role are unchanged, as are alerts that were triaged after the expected time.
 */
export async function assign(executor: Executor, change: AssignmentChange): Promise<AlertRecord[]> {
  const { request, assignee, assigneeTenants } = change;
  return await run(executor, assignment(change), {
    ...change,
    ...expectedValues(change),
    ...auditValues(request, { action: 'assign.alert', after: { assignee: assignee?.id ?? null } }),
    assigneeId: assignee?.id ?? null,
    assigneeName: assignee?.name ?? null,
    assigneeTenants: assigneeTenants ?? undefined,
  });
}

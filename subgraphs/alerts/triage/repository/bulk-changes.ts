import { getTableColumns, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import {
  array,
  byShape,
  cast,
  enumeration,
  execute,
  fetchRow,
  fetchRows,
  float8,
  integer,
  json,
  nullable,
  type RowOf,
  rawQuery,
  runForRow,
  statement,
  text,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { alert, interfaceType } from '../../tables.js';
import type { ChangeInterface } from '../../vocabulary.js';
import {
  type BulkAction,
  bulkChange,
  bulkChangeChunk,
  bulkChangeSkipped,
  bulkStateType,
  skippedReasonType,
} from '../tables.js';
import { type AlertCriteria, conditionsOf, criteriaTypes, shapeOf } from './criteria.js';

/** Maximum number of alerts changed by one step of a bulk change. */
export const alertsPerChunk = 1000;

export interface NewBulkChange {
  readonly id: string;
  readonly tenants: readonly string[] | null;
  readonly creatorId: string;
  readonly creatorName: string;
  readonly via: ChangeInterface;
  readonly filter: object;
  readonly criteria: AlertCriteria;
  readonly action: BulkAction;
  /** Time of the change in Unix epoch seconds. */
  readonly at: number;
  /** Maximum number of alerts of a bulk change. If more alerts match, `maxAlerts` + 1 are selected. */
  readonly maxAlerts: number;
}

const newTypes = {
  ...{ id: uuid, ofTenants: nullable(array(text)), creatorId: text, creatorName: text },
  ...{ via: enumeration(interfaceType), filterJson: json<object>(), criteriaJson: json<AlertCriteria>() },
  ...{ action: json<BulkAction>(), at: float8, maxAlerts: integer },
};

const preview = byShape(
  ({ criteria }: NewBulkChange) => shapeOf(criteria),
  ({ criteria }) =>
    statement({ ...criteriaTypes(criteria), ...newTypes }, (parameters) =>
      rawQuery(
        { count: cast(integer, sql`total.count`) },
        (columns) => sql`with matching as materialized (
      select ${alert.id} as id, ${alert.triagedAtEpoch} as triaged_at from ${alert}
      ${whereAll(conditionsOf(criteria, parameters))} limit ${parameters.maxAlerts} + 1
    ), total as (select count(*)::int as count from matching), numbered as (
      select id, triaged_at, (row_number() over (order by id) - 1) / ${sql.raw(String(alertsPerChunk))} as number
      from matching
    ), stored_change as (
      insert into ${bulkChange} (id, state, tenants, creator_id, creator_name, via, filter, criteria, change, count, created_at)
      select ${parameters.id}, 'preview', ${parameters.ofTenants}, ${parameters.creatorId}, ${parameters.creatorName}, ${parameters.via},
        ${parameters.filterJson}, ${parameters.criteriaJson}, ${parameters.action}, count, ${parameters.at}
      from total
    ), stored_chunks as (
      insert into ${bulkChangeChunk} (change_id, number, alert_ids, triaged_at)
      select ${parameters.id}, number, array_agg(id order by id), array_agg(triaged_at order by id)
      from numbered group by number
    ) select ${columns} from total`,
      ),
    ),
);

const limitStatementTime = execute(
  { timeoutMs: integer },
  ({ timeoutMs }) => sql`select set_config('statement_timeout', ${timeoutMs}::text, true)`,
);

/**
 * Stores a bulk change and the alerts that currently match its filter, from one snapshot. Limits the time of statements
 * until the end of the transaction, because the filter can be one that reads all alerts; 0: no limit.
 * @returns the number of alerts, at most `maxAlerts` + 1
 */
export async function insertPreview(
  executor: TransactionSql,
  change: NewBulkChange,
  { timeoutMs }: { timeoutMs: number },
): Promise<number> {
  await limitStatementTime(executor, { timeoutMs });
  const { tenants, filter, criteria } = change;
  // The tenants of the criteria, not those of the change, which differ if the filter matches nothing.
  const values = { ...change, ...criteria, ofTenants: tenants, filterJson: filter, criteriaJson: criteria };
  return (await runForRow(executor, preview(change), values as never))?.count ?? 0;
}

const columns = { ...getTableColumns(bulkChange) };

export const selectBulkChange = fetchRow({ id: uuid }, (parameters) =>
  rawQuery(columns, (selected) => sql`select ${selected} from ${bulkChange} where ${bulkChange.id} = ${parameters.id}`),
);
export type BulkChangeRow = RowOf<typeof selectBulkChange>;

/** Locks a bulk change until the end of the transaction. */
export const lockBulkChange = fetchRow({ id: uuid }, (parameters) =>
  rawQuery(
    columns,
    (selected) => sql`select ${selected} from ${bulkChange} where ${bulkChange.id} = ${parameters.id} for update`,
  ),
);

/**
 * The bulk changes that were started or cancelled and whose tenants are all among `tenants`, newest first. If `tenants`
 * is null, bulk changes of all tenants; otherwise, a bulk change with an empty set of tenants is not returned.
 */
export const selectNewestBulkChanges = fetchRows({ tenants: nullable(array(text)), first: integer }, (parameters) =>
  rawQuery(
    columns,
    (selected) => sql`select ${selected} from ${bulkChange}
      where ${bulkChange.state} <> 'preview' and (${parameters.tenants} is null
        or ${bulkChange.tenants} <> '{}' and ${bulkChange.tenants} <@ ${parameters.tenants})
      order by ${bulkChange.createdAtEpoch} desc, ${bulkChange.id} limit ${parameters.first}`,
  ),
);

/** The running bulk changes, in the order of their start. */
export const selectRunningBulkChanges = fetchRows({}, () =>
  rawQuery(
    { id: bulkChange.id },
    (selected) =>
      sql`select ${selected} from ${bulkChange} where ${bulkChange.state} = 'running' order by started_at, id`,
  ),
);

/** Sets the state of a bulk change that the caller has locked. */
export const updateBulkState = execute(
  { id: uuid, state: enumeration(bulkStateType), startedAt: nullable(float8), finishedAt: nullable(float8) },
  (parameters) => sql`update ${bulkChange} set state = ${parameters.state}, error = null,
      started_at = coalesce(${parameters.startedAt}, started_at), finished_at = ${parameters.finishedAt}
      where ${bulkChange.id} = ${parameters.id}`,
);

/** Records the reason why a step of a bulk change failed. */
export const updateBulkError = execute(
  { id: uuid, error: text },
  (parameters) => sql`update ${bulkChange} set error = ${parameters.error} where ${bulkChange.id} = ${parameters.id}`,
);

/** Deletes the stored alert ids of a bulk change that has ended. */
export const deleteChunks = execute(
  { id: uuid },
  (parameters) => sql`delete from ${bulkChangeChunk} where ${bulkChangeChunk.changeId} = ${parameters.id}`,
);

/**
 * Deletes the previews of a caller except the newest `maxCount`. Waits for a preview that is being started, which is
 * then not deleted: PostgreSQL evaluates only the outer condition again.
 */
export const deleteOlderPreviews = execute(
  { creatorId: text, maxCount: integer },
  (parameters) => sql`delete from ${bulkChange} where ${bulkChange.state} = 'preview' and ${bulkChange.id} in (
      select ${bulkChange.id} from ${bulkChange} where ${bulkChange.state} = 'preview' and ${bulkChange.creatorId} = ${parameters.creatorId}
      order by ${bulkChange.createdAtEpoch} desc, ${bulkChange.id} offset ${parameters.maxCount})`,
);

/** Deletes previews created before `previewsBefore`, and ended bulk changes created before `endedBefore`. */
export const deleteOldBulkChanges = execute(
  { previewsBefore: float8, endedBefore: float8 },
  (parameters) => sql`delete from ${bulkChange} where
      (${bulkChange.state} = 'preview' and ${bulkChange.createdAtEpoch} < ${parameters.previewsBefore})
      or (${bulkChange.state} in ('done', 'cancelled') and ${bulkChange.createdAtEpoch} < ${parameters.endedBefore})`,
);

/** A page of the alerts that a bulk change skipped, sorted by id: those whose id is greater than `after`. */
export const selectSkipped = fetchRows({ id: uuid, after: uuid, first: integer }, (parameters) =>
  rawQuery(
    { alertId: bulkChangeSkipped.alertId, reason: cast(enumeration(skippedReasonType), sql`reason`) },
    (selected) => sql`select ${selected} from ${bulkChangeSkipped}
      where ${bulkChangeSkipped.changeId} = ${parameters.id} and ${bulkChangeSkipped.alertId} > ${parameters.after}
      order by ${bulkChangeSkipped.alertId} limit ${parameters.first}`,
  ),
);

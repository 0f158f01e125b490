import { getTableColumns, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  byShape,
  enumeration,
  execute,
  float8,
  integer,
  json,
  nullable,
  type RowOf,
  rows,
  run,
  runForOne,
  statement,
  text,
  typed,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { alert, interfaceType } from '../../tables.js';
import type { AlertStatus, ChangeInterface } from '../../vocabulary.js';
import { bulkChange, bulkChangeChunk, bulkChangeSkipped, bulkStateType, skippedReasonType } from '../tables.js';
import { type AlertCriteria, conditionsOf, criteriaTypes, shapeOf } from './criteria.js';

/** Maximum number of alerts that one step changes. */
export const alertsPerChunk = 1000;

/** The values that a change sets: a status, a verdict with its status, or an assignee. */
export interface BulkAction {
  /** Null: the change sets the assignee. */
  readonly status: AlertStatus | null;
  /** Null: no verdict. */
  readonly isTruePositive: boolean | null;
  /** Null keeps the stored notes. */
  readonly notes: string | null;
  /** Null keeps the stored value; an empty string sets it to null. */
  readonly actor: string | null;
  readonly statedActor: string | null;
  /** The new assignee, if the change sets the assignee; null: nobody. Otherwise null. */
  readonly assignee: { readonly id: string; readonly name: string } | null;
}

export interface NewBulkChange {
  readonly id: string;
  readonly tenants: readonly string[] | null;
  readonly creatorId: string;
  readonly creatorName: string;
  readonly via: ChangeInterface;
  readonly filter: object;
  readonly criteria: AlertCriteria;
  readonly action: BulkAction;
  readonly at: number;
  /** Maximum number of alerts of a change. If more match, one more than this is selected. */
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
      rows(
        { count: typed(integer, sql`total.count`) },
        (columns) => sql`with matching as materialized (
      select ${alert.id} as id, ${alert.triagedAtEpoch} as triaged_at from ${alert}
      ${whereAll(conditionsOf(criteria, parameters))} limit ${parameters.maxAlerts} + 1
    ), total as (select count(*)::int as count from matching), numbered as (
      select id, triaged_at, (row_number() over (order by id) - 1) / ${sql.raw(String(alertsPerChunk))} as number
      from matching
    ), stated as (
      insert into ${bulkChange} (id, state, tenants, creator_id, creator_name, via, filter, criteria, change, count, created_at)
      select ${parameters.id}, 'preview', ${parameters.ofTenants}, ${parameters.creatorId}, ${parameters.creatorName}, ${parameters.via},
        ${parameters.filterJson}, ${parameters.criteriaJson}, ${parameters.action}, count, ${parameters.at}
      from total
    ), kept as (
      insert into ${bulkChangeChunk} (change_id, number, alert_ids, triaged_at)
      select ${parameters.id}, number, array_agg(id order by id), array_agg(triaged_at order by id)
      from numbered group by number
    ) select ${columns} from total`,
      ),
    ),
);

/**
 * Stores a change and the alerts that match now, from one snapshot.
 * @returns the number of alerts, at most `maxAlerts` + 1
 */
export async function insertPreview(executor: Executor, change: NewBulkChange): Promise<number> {
  const { tenants, filter, criteria } = change;
  const values = { ...criteria, ...change, ofTenants: tenants, filterJson: filter, criteriaJson: criteria };
  return (await runForOne(executor, preview(change), values as never))?.count ?? 0;
}

const columns = { ...getTableColumns(bulkChange) };
const changeById = statement({ id: uuid }, (parameters) =>
  rows(columns, (all) => sql`select ${all} from ${bulkChange} where ${bulkChange.id} = ${parameters.id}`),
);
const lockedChange = statement({ id: uuid }, (parameters) =>
  rows(columns, (all) => sql`select ${all} from ${bulkChange} where ${bulkChange.id} = ${parameters.id} for update`),
);

type StoredRow = RowOf<typeof changeById>;
export type BulkChangeRow = Omit<StoredRow, 'filter' | 'criteria' | 'change'> & {
  readonly filter: object;
  readonly criteria: AlertCriteria;
  readonly change: BulkAction;
};

export async function selectBulkChange(executor: Executor, id: string): Promise<BulkChangeRow | undefined> {
  return (await runForOne(executor, changeById, { id })) as BulkChangeRow | undefined; // `insertPreview` wrote the JSON.
}

/** Locks a change until the end of the transaction. */
export async function lockBulkChange(executor: Executor, id: string): Promise<BulkChangeRow | undefined> {
  return (await runForOne(executor, lockedChange, { id })) as BulkChangeRow | undefined; // As above.
}

const newestChanges = statement({ ofTenants: nullable(array(text)), first: integer }, (parameters) =>
  rows(
    columns,
    (all) => sql`select ${all} from ${bulkChange}
      where ${bulkChange.state} <> 'preview' and (${parameters.ofTenants} is null or ${bulkChange.tenants} <@ ${parameters.ofTenants})
      order by ${bulkChange.createdAtEpoch} desc, ${bulkChange.id} limit ${parameters.first}`,
  ),
);

/** The changes that are no previews and are restricted to these tenants, newest first. */
export async function selectNewestBulkChanges(
  executor: Executor,
  query: { tenants: readonly string[] | null; first: number },
): Promise<BulkChangeRow[]> {
  const values = { ofTenants: query.tenants === null ? null : [...query.tenants], first: query.first };
  return (await run(executor, newestChanges, values)) as BulkChangeRow[]; // As above.
}

const runningChanges = statement({}, () =>
  rows(
    { id: bulkChange.id },
    (all) => sql`select ${all} from ${bulkChange} where ${bulkChange.state} = 'running' order by started_at, id`,
  ),
);

/** The ids of the running changes, in the order of their start. */
export async function selectRunningBulkChanges(executor: Executor): Promise<string[]> {
  return (await run(executor, runningChanges)).map(({ id }) => id);
}

/** Sets the state of a change that the caller has locked. */
export const updateBulkState = execute(
  { id: uuid, state: enumeration(bulkStateType), startedAt: nullable(float8), finishedAt: nullable(float8) },
  (parameters) => sql`update ${bulkChange} set state = ${parameters.state}, error = null,
      started_at = coalesce(${parameters.startedAt}, started_at), finished_at = ${parameters.finishedAt}
      where ${bulkChange.id} = ${parameters.id}`,
);

/** Records the reason why a step failed. */
export const updateBulkError = execute(
  { id: uuid, error: text },
  (parameters) => sql`update ${bulkChange} set error = ${parameters.error} where ${bulkChange.id} = ${parameters.id}`,
);

/** Deletes the ids of the alerts of a change that has ended. */
export const deleteChunks = execute(
  { id: uuid },
  (parameters) => sql`delete from ${bulkChangeChunk} where ${bulkChangeChunk.changeId} = ${parameters.id}`,
);

/** Deletes the previews of a caller, except the newest ones. */
export const deleteOlderPreviews = execute(
  { creatorId: text, kept: integer },
  (parameters) => sql`delete from ${bulkChange} where ${bulkChange.id} in (
      select ${bulkChange.id} from ${bulkChange} where ${bulkChange.state} = 'preview' and ${bulkChange.creatorId} = ${parameters.creatorId}
      order by ${bulkChange.createdAtEpoch} desc, ${bulkChange.id} offset ${parameters.kept})`,
);

/** Deletes previews and ended changes that were created before these times. */
export const deleteOldBulkChanges = execute(
  { previewsBefore: float8, endedBefore: float8 },
  (parameters) => sql`delete from ${bulkChange} where
      (${bulkChange.state} = 'preview' and ${bulkChange.createdAtEpoch} < ${parameters.previewsBefore})
      or (${bulkChange.state} in ('done', 'cancelled') and ${bulkChange.createdAtEpoch} < ${parameters.endedBefore})`,
);

const skippedAlerts = statement({ id: uuid, after: uuid, first: integer }, (parameters) =>
  rows(
    { alertId: bulkChangeSkipped.alertId, reason: typed(enumeration(skippedReasonType), sql`reason`) },
    (all) => sql`select ${all} from ${bulkChangeSkipped}
      where ${bulkChangeSkipped.changeId} = ${parameters.id} and ${bulkChangeSkipped.alertId} > ${parameters.after}
      order by ${bulkChangeSkipped.alertId} limit ${parameters.first}`,
  ),
);

/** The alerts that a change left unchanged, by id, after an id. */
export async function selectSkipped(
  executor: Executor,
  query: { id: string; after: string; first: number },
): Promise<RowOf<typeof skippedAlerts>[]> {
  return await run(executor, skippedAlerts, query);
}

import { and, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  boolean,
  byShape,
  cast,
  enumeration,
  float8,
  integer,
  nullable,
  type Placeholders,
  rawQuery,
  runForRow,
  sqlFile,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { alert, alertAssignment, alertTransition, alertVerdict, interfaceType, statusType } from '../../tables.js';
import { bulkChange, bulkChangeChunk, bulkChangeSkipped } from '../tables.js';
import type { BulkChangeRow } from './bulk-changes.js';
import { endpointRecount } from './changes.js';
import { type AlertCriteria, conditionsOf, criteriaTypes, shapeOf } from './criteria.js';

const tryLock = sqlFile(import.meta.url, './try-lock-bulk-change.sql', {
  parameters: { id: text },
  row: { isLocked: boolean },
});

/** Locks a bulk change until the end of the transaction. Returns false if another process holds the lock. */
export async function tryLockRun(executor: Executor, id: string): Promise<boolean> {
  return (await runForRow(executor, tryLock, { id }))?.isLocked === true;
}

const lockAlerts = sqlFile(import.meta.url, './lock-bulk-chunk.sql', {
  parameters: { id: uuid, number: integer },
  row: { locked: integer },
});

type Kind = 'status' | 'verdict' | 'assignment';
interface Step {
  readonly kind: Kind;
  readonly criteria: AlertCriteria;
}

const types = {
  ...{ id: uuid, number: integer, at: float8, caller: text, via: enumeration(interfaceType) },
};
const statusTypes = {
  newStatus: enumeration(statusType),
  newNotes: nullable(text),
  newActor: nullable(text),
  statedActor: nullable(text),
};
const typesOf = {
  status: { ...types, ...statusTypes },
  verdict: { ...types, ...statusTypes, isTruePositive: boolean },
  assignment: { ...types, assigneeId: nullable(text), assigneeName: nullable(text) },
};
type StatementParameters = Placeholders<
  typeof types & typeof statusTypes & typeof typesOf.verdict & typeof typesOf.assignment
>;

/** For each kind of bulk change, the values that the update sets and the history entries that it adds. */
const effects: Readonly<Record<Kind, (input: StatementParameters) => { set: SQL; history: SQL }>> = {
  status: (input) => ({ set: statusSet(input), history: transitions(input) }),
  verdict: (input) => ({
    set: statusSet(input),
    history: sql`superseded as (
      update ${alertVerdict} set is_latest = false where alert_id in (select id from changed) and is_latest
    ), judged as (
      insert into ${alertVerdict} (alert_id, tenant_id, model_name, is_true_positive, is_latest, at, caller, analyst, notes, via)
      select id, tenant_id, model_name, ${input.isTruePositive}, true, ${input.at}, ${input.caller},
        nullif(${input.statedActor}, ''), ${input.newNotes}, ${input.via} from changed order by id
    ), ${transitions(input)}`,
  }),
  assignment: (input) => ({
    set: sql`assignee_id = ${input.assigneeId}, assignee_name = ${input.assigneeName}`,
    history: sql`recorded as (
      insert into ${alertAssignment} (alert_id, at, from_id, from_name, to_id, to_name, caller, via)
      select id, updated_at, from_id, from_name, assignee_id, assignee_name, ${input.caller}, ${input.via}
      from changed order by id
    )`,
  }),
};

function statusSet(input: StatementParameters): SQL {
  return sql`status = ${input.newStatus}, analyst_notes = coalesce(${input.newNotes}, alert.analyst_notes),
        resolved_by = case when ${input.newActor} is null then alert.resolved_by else nullif(${input.newActor}, '') end`;
}

function transitions(input: StatementParameters): SQL {
  return sql`recorded as (
      insert into ${alertTransition} (alert_id, at, from_status, to_status, caller, resolved_by, notes, via)
      select id, updated_at, from_status, status, ${input.caller}, nullif(${input.statedActor}, ''), ${input.newNotes}, ${input.via}
      from changed order by id
    ), ${endpointRecount}`;
}

const step = byShape(
  ({ kind, criteria }: Step) => `${kind} ${shapeOf(criteria)}`,
  ({ kind, criteria }) =>
    statement({ ...criteriaTypes(criteria), ...typesOf[kind] }, (parameters) => {
      // Each kind uses its own parameters only.
      const input = parameters as unknown as StatementParameters;
      const { set, history } = effects[kind](input);
      const matches = and(sql`true`, ...conditionsOf(criteria, parameters as never)) ?? sql`true`;
      return rawQuery(
        { changed: cast(integer, sql`counts.changed`) },
        (columns) => sql`with present as materialized (
      select expected.id, ${alert.id} is null as is_gone, ${alert.status} as from_status,
        ${alert.assigneeId} as from_id, ${alert.assigneeName} as from_name,
        coalesce(${alert.triagedAtEpoch} is not distinct from expected.triaged_at, false) as is_untouched,
        coalesce(${matches}, false) as is_match
      from ${bulkChangeChunk} chunk cross join unnest(chunk.alert_ids, chunk.triaged_at) expected (id, triaged_at)
      left join ${alert} on ${alert.id} = expected.id
      where chunk.change_id = ${input.id} and chunk.number = ${input.number}
    ), changed as (
      update ${alert} set ${set}, updated_at = greatest(${input.at}, alert.updated_at + 0.000001)
      from present where alert.id = present.id and present.is_untouched and present.is_match
      returning alert.*, present.from_status, present.from_id, present.from_name
    ), ${history}, skipped as (
      insert into ${bulkChangeSkipped} (change_id, alert_id, reason)
      select ${input.id}, id, case when is_gone then 'deleted' when not is_untouched then 'triaged' else 'unmatched' end::alerts.bulk_skipped_reason
      from present where is_gone or not is_untouched or not is_match
      returning reason
    ), counts as (
      select (select count(*) from changed)::int as changed,
        (select count(*) from skipped where reason <> 'deleted')::int as conflicts,
        (select count(*) from skipped where reason = 'deleted')::int as deleted
    ), counted_change as (
      update ${bulkChange} set changed_count = changed_count + counts.changed, conflict_count = conflict_count + counts.conflicts,
        gone_count = gone_count + counts.deleted, next_chunk = ${input.number} + 1, error = null
      from counts where bulk_change.id = ${input.id}
    ) select ${columns} from counts`,
      );
    }),
);

/**
 * Runs one step of a bulk change: changes the alerts of the next chunk that still match and were not triaged since the
 * preview, adds their history, and counts changed and skipped alerts. The transaction must hold the lock of
 * `tryLockRun`.
 */
export async function runStep(executor: Executor, row: BulkChangeRow, at: number): Promise<void> {
  const { id, nextChunk: number, criteria, change, creatorName: caller, via } = row;
  // Locks the alerts in the order of their ids, as all changes do. The next statement sees the results of other
  // changes.
  await runForRow(executor, lockAlerts, { id, number });
  const { status, isTruePositive, notes, actor, statedActor, assignee } = change;
  const kind = status === null ? 'assignment' : isTruePositive === null ? 'status' : 'verdict';
  const values = {
    ...{ ...criteria, id, number, at, caller, via, newStatus: status, newNotes: notes, newActor: actor, statedActor },
    ...{ isTruePositive, assigneeId: assignee?.id ?? null, assigneeName: assignee?.name ?? null },
  };
  // The values include the parameters of every kind.
  await runForRow(executor, step({ kind, criteria }), values as never);
}

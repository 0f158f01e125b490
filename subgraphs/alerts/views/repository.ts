import { getTableColumns, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/index.js';
import {
  array,
  boolean,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  insertInto,
  integer,
  nullable,
  type ParameterValues,
  type Placeholders,
  type RowOf,
  rawQuery,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { alertView, alertViewDefault } from './tables.js';

/** The person who requests views, and the tenants whose shared views the person can read; null: all tenants. */
export interface ViewReader {
  readonly personId: string;
  readonly tenants: readonly string[] | null;
}

const readerTypes = { personId: text, tenants: nullable(array(text)) };

const columns = {
  ...getTableColumns(alertView),
  isDefault: cast(boolean, sql`${alertViewDefault.viewId} is not null`),
};

const visibleViews = ({ personId, tenants }: Placeholders<typeof readerTypes>) => sql`from ${alertView}
  left join ${alertViewDefault} on ${alertViewDefault.viewId} = ${alertView.id} and ${alertViewDefault.personId} = ${personId}
  where (case when ${alertView.isShared} then ${tenants} is null or ${alertView.tenantId} = any(${tenants})
    else ${alertView.ownerId} = ${personId} end)`;

/** The views that a person can read: their own views, then the shared ones, each sorted by name. */
export const selectViews = fetchRows(readerTypes, (values) =>
  rawQuery(
    columns,
    (selected) =>
      sql`select ${selected} ${visibleViews(values)} order by ${alertView.isShared}, lower(${alertView.name}), ${alertView.id}`,
  ),
);

export type ViewRow = RowOf<typeof selectViews>;

/** A view that a person can read; undefined if it does not exist or the person cannot read it. */
export const selectView = fetchRow({ id: uuid, ...readerTypes }, (values) =>
  rawQuery(columns, (selected) => sql`select ${selected} ${visibleViews(values)} and ${alertView.id} = ${values.id}`),
);

/** Like {@link selectView}, and locks the view until the end of the transaction. */
export const lockView = fetchRow({ id: uuid, ...readerTypes }, (values) =>
  rawQuery(
    columns,
    (selected) =>
      sql`select ${selected} ${visibleViews(values)} and ${alertView.id} = ${values.id} for update of alert_view`,
  ),
);

/**
 * The scope of the limit on the number of views: the views of a person, or those shared with a tenant (null: with all
 * tenants).
 */
const scopeTypes = { ownerId: text, isShared: boolean, tenantId: nullable(text) };

const lock = execute(
  scopeTypes,
  (values) => sql`select pg_advisory_xact_lock(hashtextextended('rampart alert views ' ||
      case when ${values.isShared} then 'of tenant ' || coalesce(${values.tenantId}, '') else 'of ' || ${values.ownerId} end, 0))`,
);
const count = fetchOne(scopeTypes, (values) =>
  rawQuery(
    { count: cast(integer, sql`count(*)::int`) },
    (selected) => sql`select ${selected} from ${alertView} where ${alertView.isShared} = ${values.isShared}
      and case when ${values.isShared} then ${alertView.tenantId} is not distinct from ${values.tenantId}
        else ${alertView.ownerId} = ${values.ownerId} end`,
  ),
);

/**
 * Counts the views in a scope. Prevents other transactions from adding a view to the scope until this transaction ends.
 */
export async function countViews(executor: Executor, scope: ParameterValues<typeof scopeTypes>): Promise<number> {
  await lock(executor, scope);
  return (await count(executor, scope)).count;
}

/** Inserts a view. */
export const insertView = execute(
  { id: uuid, ...scopeTypes, ownerName: text, name: text, parameters: text, at: float8 },
  ({ at, ...values }) => insertInto(alertView, { ...values, createdAtEpoch: at, updatedAtEpoch: at }),
);

/** Changes the name and the parameters of a view. */
export const updateViewRow = execute(
  { id: uuid, name: text, parameters: text, at: float8 },
  (values) => sql`update ${alertView} set name = ${values.name}, parameters = ${values.parameters},
      updated_at = greatest(updated_at, ${values.at}) where ${alertView.id} = ${values.id}`,
);

export const deleteViewRow = execute(
  { id: uuid },
  (values) => sql`delete from ${alertView} where ${alertView.id} = ${values.id}`,
);

/** Sets the default view of a person: the view with which the person's list of alerts opens. */
export const upsertDefault = execute(
  { personId: text, id: uuid },
  (values) => sql`insert into ${alertViewDefault} (person_id, view_id) values (${values.personId}, ${values.id})
      on conflict (person_id) do update set view_id = excluded.view_id`,
);

export const deleteDefault = execute(
  { personId: text },
  (values) => sql`delete from ${alertViewDefault} where ${alertViewDefault.personId} = ${values.personId}`,
);

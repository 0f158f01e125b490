import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  cast,
  enumeration,
  execute,
  fetchOne,
  fetchRows,
  float8,
  insertInto,
  integer,
  json,
  nullable,
  type RowOf,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { alert, interfaceType } from '../../tables.js';
import type { SuppressionCriteria } from '../rules.js';
import { suppression, suppressionEffect } from '../tables.js';

const { criteria: _, positionId: __, ...storedColumns } = getTableColumns(suppression);
const sumOf = (column: typeof suppressionEffect.opened | typeof suppressionEffect.released): SQL<number> =>
  cast(
    float8,
    sql`coalesce((select sum(${column}) from ${suppressionEffect} where ${suppressionEffect.suppressionId} = ${suppression.id}), 0)`,
  );
const columns = {
  ...storedColumns,
  openedCount: sumOf(suppressionEffect.opened),
  releasedCount: sumOf(suppressionEffect.released),
};

const suppressionsByIds = fetchRows({ ids: array(uuid) }, (parameters) =>
  rawQuery(
    columns,
    (selected) => sql`select ${selected} from ${suppression} where ${suppression.id} = any(${parameters.ids})`,
  ),
);

/**
 * A suppression, with the numbers of alerts that it has suppressed and released. `filter` contains the tenant of the
 * suppression. Times are Unix epoch seconds.
 */
export type SuppressionRow = RowOf<typeof suppressionsByIds>;

/**
 * Adds the tenant of a suppression to its filter. The requested filter can omit the only tenant of its caller; without
 * the tenant, another caller would apply the filter to all tenants.
 */
function withTenant(row: SuppressionRow): SuppressionRow {
  const { filter, tenantId } = row;
  return tenantId === null ? row : { ...row, filter: { ...filter, tenantId } };
}

/** The suppressions with these ids, in any order, without ids that do not exist. */
export async function selectSuppressions(
  executor: Executor,
  query: { ids: readonly string[] },
): Promise<SuppressionRow[]> {
  return (await suppressionsByIds(executor, { ids: [...query.ids] })).map(withTenant);
}

const newestSuppressions = fetchRows(
  { tenants: nullable(array(text)), isEnded: nullable(boolean), first: integer },
  (parameters) =>
    rawQuery(
      columns,
      (selected) => sql`select ${selected} from ${suppression}
        where (${parameters.tenants} is null or ${suppression.tenantId} = any(${parameters.tenants}))
          and (${parameters.isEnded} is null or (${suppression.endedAtEpoch} is not null) = ${parameters.isEnded})
        order by ${suppression.createdAtEpoch} desc, ${suppression.id} limit ${parameters.first}`,
    ),
);

/**
 * The newest suppressions. With `tenants`, only the suppressions of these tenants, excluding those that apply to all
 * tenants.
 */
export async function selectNewestSuppressions(
  executor: Executor,
  query: { tenants: readonly string[] | null; isEnded: boolean | null; first: number },
): Promise<SuppressionRow[]> {
  const { tenants, ...others } = query;
  const found = await newestSuppressions(executor, { ...others, tenants: tenants === null ? null : [...tenants] });
  return found.map(withTenant);
}

export const insertSuppression = execute(
  {
    ...{ id: uuid, tenantId: nullable(text), filter: json<object>(), criteria: json<SuppressionCriteria>() },
    ...{ reason: text, ownerId: text, ownerName: text, creatorName: text, via: enumeration(interfaceType) },
    ...{ at: float8, startsAt: float8, endsAt: nullable(float8), replacesId: nullable(uuid) },
  },
  ({ at, startsAt, endsAt, ...values }) =>
    insertInto(suppression, { ...values, createdAtEpoch: at, startsAtEpoch: startsAt, endsAtEpoch: endsAt }),
);

/** The number of suppressions of a tenant that have not ended; null: of suppressions that apply to all tenants. */
export const countScheduledOrActive = fetchOne({ tenantId: nullable(text) }, (parameters) =>
  rawQuery(
    { count: cast(integer, sql`count(*)`) },
    (selected) => sql`select ${selected} from ${suppression}
        where ${suppression.endedAtEpoch} is null and ${suppression.tenantId} is not distinct from ${parameters.tenantId}`,
  ),
);

/** Ends a suppression that has not ended. */
export const updateEnd = execute(
  { id: uuid, endedAt: float8, endedBy: nullable(text) },
  (parameters) => sql`update ${suppression} set ended_at = ${parameters.endedAt}, ended_by = ${parameters.endedBy}
      where ${suppression.id} = ${parameters.id} and ${suppression.endedAtEpoch} is null`,
);

/** The suppressions that have not ended although their end time has passed, earliest first. */
export const selectExpired = fetchRows({ now: float8 }, (parameters) =>
  rawQuery(
    { id: suppression.id },
    (selected) => sql`select ${selected} from ${suppression}
        where ${suppression.endedAtEpoch} is null and ${suppression.endsAtEpoch} <= ${parameters.now} order by ends_at, id`,
  ),
);

/** The number of alerts that each of these suppressions currently suppresses. */
export const countSuppressed = fetchRows({ ids: array(uuid) }, (parameters) =>
  rawQuery(
    {
      id: cast(uuid, sql`rule.id`),
      count: cast(
        float8,
        sql`(
        select count(*) from ${alert} where ${alert.suppressedBy} is not null and ${alert.suppressedBy} @> array[rule.id])`,
      ),
    },
    (selected) => sql`select ${selected} from unnest(${parameters.ids}) as rule (id)`,
  ),
);

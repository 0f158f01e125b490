import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  enumeration,
  execute,
  fetchRow,
  fetchRows,
  float8,
  integer,
  json,
  nullable,
  type RowOf,
  rows,
  run,
  statement,
  text,
  typed,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { alert, interfaceType } from '../../tables.js';
import type { ChangeInterface } from '../../vocabulary.js';
import type { SuppressionCriteria } from '../rules.js';
import { suppression, suppressionEffect } from '../tables.js';

const { criteria: _, positionId: __, ...stored } = getTableColumns(suppression);
const sumOf = (column: typeof suppressionEffect.opened | typeof suppressionEffect.released): SQL<number> =>
  typed(
    float8,
    sql`coalesce((select sum(${column}) from ${suppressionEffect} where ${suppressionEffect.suppressionId} = ${suppression.id}), 0)`,
  );
const columns = {
  ...stored,
  openedCount: sumOf(suppressionEffect.opened),
  releasedCount: sumOf(suppressionEffect.released),
};

const byIds = statement({ ids: array(uuid) }, (given) =>
  rows(columns, (all) => sql`select ${all} from ${suppression} where ${suppression.id} = any(${given.ids})`),
);

type StoredRow = RowOf<typeof byIds>;
/** A rule, with the alerts that it has suppressed. Times are Unix epoch seconds. */
export type SuppressionRow = Omit<StoredRow, 'filter'> & { readonly filter: object };

/** The rules with these ids that exist, in any order. */
export async function selectSuppressions(executor: Executor, ids: readonly string[]): Promise<SuppressionRow[]> {
  return (await run(executor, byIds, { ids: [...ids] })) as SuppressionRow[]; // `insertSuppression` wrote the JSON.
}

const newest = statement({ ofTenants: nullable(array(text)), isEnded: nullable(boolean), first: integer }, (given) =>
  rows(
    columns,
    (all) => sql`select ${all} from ${suppression}
        where (${given.ofTenants} is null or ${suppression.tenantId} = any(${given.ofTenants}))
          and (${given.isEnded} is null or (${suppression.endedAtEpoch} is not null) = ${given.isEnded})
        order by ${suppression.createdAtEpoch} desc, ${suppression.id} limit ${given.first}`,
  ),
);

/** The newest rules, within these tenants. */
export async function selectNewestSuppressions(
  executor: Executor,
  query: { tenants: readonly string[] | null; isEnded: boolean | null; first: number },
): Promise<SuppressionRow[]> {
  const { tenants, isEnded, first } = query;
  const values = { ofTenants: tenants === null ? null : [...tenants], isEnded, first };
  return (await run(executor, newest, values)) as SuppressionRow[]; // As above.
}

export interface NewSuppression {
  readonly id: string;
  readonly tenantId: string | null;
  readonly filter: object;
  readonly criteria: SuppressionCriteria;
  readonly reason: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly creatorName: string;
  readonly via: ChangeInterface;
  readonly at: number;
  readonly startsAt: number;
  readonly endsAt: number | null;
  readonly replacesId: string | null;
}

export const insertSuppression: (executor: Executor, rule: NewSuppression) => Promise<void> = execute(
  statement(
    {
      ...{ id: uuid, tenantId: nullable(text), filter: json<object>(), criteria: json<SuppressionCriteria>() },
      ...{ reason: text, ownerId: text, ownerName: text, creatorName: text, via: enumeration(interfaceType) },
      ...{ at: float8, startsAt: float8, endsAt: nullable(float8), replacesId: nullable(uuid) },
    },
    (
      given,
    ) => sql`insert into ${suppression} (id, tenant_id, filter, criteria, reason, owner_id, owner_name, creator_name, via,
        created_at, starts_at, ends_at, replaces_id)
      values (${given.id}, ${given.tenantId}, ${given.filter}, ${given.criteria}, ${given.reason}, ${given.ownerId},
        ${given.ownerName}, ${given.creatorName}, ${given.via}, ${given.at}, ${given.startsAt}, ${given.endsAt}, ${given.replacesId})`,
  ),
);

/** The number of rules of a tenant, or of all tenants, that have not ended. */
export const countUnended = fetchRow(
  statement({ tenantId: nullable(text) }, (given) =>
    rows(
      { count: typed(integer, sql`count(*)`) },
      (all) => sql`select ${all} from ${suppression}
        where ${suppression.endedAtEpoch} is null and ${suppression.tenantId} is not distinct from ${given.tenantId}`,
    ),
  ),
);

/** Ends a rule that has not ended. */
export const updateEnd = execute(
  statement(
    { id: uuid, endedAt: float8, endedBy: nullable(text) },
    (given) => sql`update ${suppression} set ended_at = ${given.endedAt}, ended_by = ${given.endedBy}
      where ${suppression.id} = ${given.id} and ${suppression.endedAtEpoch} is null`,
  ),
);

/** The rules whose end time has passed and that have not ended, earliest first. */
export const selectOverdue = fetchRows(
  statement({ now: float8 }, (given) =>
    rows(
      { id: suppression.id },
      (all) => sql`select ${all} from ${suppression}
        where ${suppression.endedAtEpoch} is null and ${suppression.endsAtEpoch} <= ${given.now} order by ends_at, id`,
    ),
  ),
);

/** The number of alerts that each of these rules suppresses now. */
export const countSuppressed = fetchRows(
  statement({ ids: array(uuid) }, (given) =>
    rows(
      {
        id: typed(uuid, sql`rule.id`),
        count: typed(
          float8,
          sql`(
        select count(*) from ${alert} where ${alert.suppressedBy} is not null and ${alert.suppressedBy} @> array[rule.id])`,
        ),
      },
      (all) => sql`select ${all} from unnest(${given.ids}) as rule (id)`,
    ),
  ),
);

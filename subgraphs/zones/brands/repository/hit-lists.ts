import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Executor, likePattern } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  boolean,
  byShape,
  cast,
  encodedFrom,
  enumeration,
  fetchRows,
  integer,
  nullable,
  optional,
  type ParameterValues,
  type RowOfSelection,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { zone } from '../../tables.js';
import { brand, brandHit, brandHitEntry, brandHitKindType, brandHitStatusType, isBlockedHit } from '../tables.js';

const columns = {
  ...{ id: brandHit.id, brandId: brandHit.brandId, tenantId: brandHit.tenantId, label: brandHit.label },
  ...{ zone: zone.name, suffix: zone.suffix, kind: brandHit.kind, distance: brandHit.distance },
  ...{ source: brandHit.source, status: brandHit.status, isActive: brandHit.isActive, foundAt: brandHit.foundAt },
  ...{ reopenedAt: brandHit.reopenedAt, triagedAt: brandHit.triagedAt, triagedBy: brandHit.triagedBy },
  ...{ note: brandHit.note, isAutoBlocked: brandHit.isAutoBlocked },
};

/** A hit with its zone. Times are Unix epoch milliseconds. */
export type HitRow = RowOfSelection<typeof columns>;

const criteriaTypes = {
  ...{ tenants: optional(array(text)), ids: optional(array(uuid)), brandIds: optional(array(uuid)) },
  ...{ statuses: optional(array(enumeration(brandHitStatusType))), zones: optional(array(text)) },
  ...{ kinds: optional(array(enumeration(brandHitKindType))), isActive: optional(boolean) },
  ...{ isBlocked: optional(boolean), name: optional(text) },
  ...{ search: optional(encodedFrom(text, likePattern)), foundSince: optional(bigint), foundBefore: optional(bigint) },
};

/**
 * Criteria for hits. A hit must match all criteria; a list matches any of its values. `name` is the whole domain name;
 * times are Unix epoch milliseconds.
 */
export type HitCriteria = ParameterValues<typeof criteriaTypes>;

type StatementParameters = Readonly<Record<keyof typeof criteriaTypes, SQL>>;

const conditionOf: Readonly<Record<keyof HitCriteria, (parameters: StatementParameters) => SQL>> = {
  tenants: ({ tenants }) => sql`${brandHit.tenantId} = any(${tenants})`,
  ids: ({ ids }) => sql`${brandHit.id} = any(${ids})`,
  brandIds: ({ brandIds }) => sql`${brandHit.brandId} = any(${brandIds})`,
  statuses: ({ statuses }) => sql`${brandHit.status} = any(${statuses})`,
  kinds: ({ kinds }) => sql`${brandHit.kind} = any(${kinds})`,
  zones: ({ zones }) => sql`${zone.name} = any(${zones})`,
  isActive: ({ isActive }) => sql`${brandHit.isActive} = ${isActive}`,
  isBlocked: ({ isBlocked }) => sql`${isBlockedHit} = ${isBlocked}`,
  search: ({ search }) => sql`${brandHit.label} || ${zone.suffix} like ${search}`,
  name: ({ name }) => sql`${brandHit.label} || ${zone.suffix} = ${name}`,
  foundSince: ({ foundSince }) => sql`${brandHit.foundAt} >= ${foundSince}`,
  foundBefore: ({ foundBefore }) => sql`${brandHit.foundAt} < ${foundBefore}`,
};

function namesOf(criteria: HitCriteria): (keyof HitCriteria)[] {
  const names = Object.keys(conditionOf) as (keyof HitCriteria)[]; // Exactly the keys of `conditionOf`.
  return names.filter((name) => criteria[name] !== undefined);
}

function conditionsOf(criteria: HitCriteria, parameters: StatementParameters): SQL[] {
  return namesOf(criteria).map((name) => conditionOf[name](parameters));
}

const fromClause = sql`from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId}`;

interface PageQuery {
  readonly criteria: HitCriteria;
  readonly limit: number;
  readonly after: { readonly value: number; readonly id: string } | null;
}

const page = byShape(
  ({ criteria, after }: PageQuery) => `${after === null} ${namesOf(criteria)}`,
  ({ criteria, after }) =>
    statement(
      { ...criteriaTypes, limit: integer, afterValue: optional(bigint), afterId: optional(uuid) },
      (parameters) => {
        const conditions = conditionsOf(criteria, parameters);
        if (after !== null) {
          const next = sql`(${brandHit.foundAt} < ${parameters.afterValue} or ${brandHit.id} > ${parameters.afterId})`;
          conditions.push(sql`${brandHit.foundAt} <= ${parameters.afterValue}`, next);
        }
        return rawQuery(
          columns,
          (selected) => sql`select ${selected} ${fromClause} ${whereAll(conditions)}
            order by ${brandHit.foundAt} desc, ${brandHit.id} limit ${parameters.limit}`,
        );
      },
    ),
);

/** A page of hits, most recently found first. */
export async function selectHitPage(executor: Executor, query: PageQuery): Promise<HitRow[]> {
  const { criteria, limit, after } = query;
  return await run(executor, page(query), { ...criteria, limit, afterValue: after?.value, afterId: after?.id });
}

const total = byShape(
  (criteria: HitCriteria) => String(namesOf(criteria)),
  (criteria) =>
    statement(criteriaTypes, (parameters) =>
      rawQuery(
        { total: cast(integer, sql`count(*)`) },
        (selected) => sql`select ${selected} ${fromClause} ${whereAll(conditionsOf(criteria, parameters))}`,
      ),
    ),
);

/** The exact number of hits that match all criteria. */
export async function countHits(executor: Executor, criteria: HitCriteria): Promise<number> {
  return (await runForRow(executor, total(criteria), criteria))?.total ?? 0;
}

/** Locks and returns hits for triage, in the order of their ids. */
export const lockHits = fetchRows({ ids: array(uuid) }, ({ ids }) =>
  rawQuery(
    {
      ...{ id: brandHit.id, brandId: brandHit.brandId, tenantId: brandHit.tenantId, status: brandHit.status },
      ...{ note: brandHit.note, isUnmatched: brandHit.isUnmatched, isAutoBlocked: brandHit.isAutoBlocked },
      ...{ triagedAt: brandHit.triagedAt, reopenedAt: brandHit.reopenedAt },
      ...{ domain: cast(text, sql`${brandHit.label} || ${zone.suffix}`) },
    },
    (selected) => sql`select ${selected} ${fromClause} where ${brandHit.id} = any(${ids})
        order by ${brandHit.id} for update of ${sql.raw('brand_hit')}`,
  ),
);

const entries = statement({ ids: array(uuid), limit: integer }, ({ ids, limit }) => {
  const entry = alias(brandHitEntry, 'entry');
  return rawQuery(
    { hitId: entry.hitId, kind: entry.kind, at: entry.at, caller: entry.caller, note: entry.note },
    (selected) => sql`select ${selected} from unnest(${ids}) as hit (id)
      cross join lateral (
        select * from ${brandHitEntry} where hit_id = hit.id order by brand_hit_entry.id desc limit ${limit}
      ) entry order by entry.id desc`,
  );
});

/** The newest entries in the history of each hit, newest first. */
export const selectEntries = fetchRows(entries);

/** The newest entries in the histories of the hits of a name, for brands of these tenants (null: all brands). */
export const selectEntriesOfName = fetchRows(
  byShape(
    ({ tenants }: { tenants: readonly string[] | null }) => String(tenants === null),
    ({ tenants }) =>
      statement({ zone: text, label: text, limit: integer, tenants: optional(nullable(array(text))) }, (parameters) =>
        rawQuery(
          {
            ...{ id: brandHitEntry.id, kind: brandHitEntry.kind, at: brandHitEntry.at },
            ...{ caller: brandHitEntry.caller, note: brandHitEntry.note },
            brand: cast(text, sql`brand.name`),
          },
          (selected) => sql`select ${selected} ${fromClause}
          join ${brandHitEntry} on ${brandHitEntry.hitId} = ${brandHit.id}
          join ${brand} on ${brand.id} = ${brandHit.brandId}
          where ${zone.name} = ${parameters.zone} and ${brandHit.label} = ${parameters.label}
            ${tenants === null ? sql`` : sql`and ${brandHit.tenantId} = any(${parameters.tenants})`}
          order by ${brandHitEntry.id} desc limit ${parameters.limit}`,
        ),
      ),
  ),
);

const day = sql`${brandHitEntry.at} / 86400000`;
const countOfKind = (kind: string) => cast(integer, sql`count(*) filter (where kind = ${sql.raw(`'${kind}'`)})`);

/**
 * Number of history entries by brand and day; days without entries are omitted. `from` and `to` are days since the Unix
 * epoch, both inclusive.
 */
export const selectDailyEntries = fetchRows({ ids: array(uuid), from: integer, to: integer }, (parameters) =>
  rawQuery(
    {
      brandId: brandHitEntry.brandId,
      /** UTC date, in days since the Unix epoch. */
      day: cast(integer, day),
      ...{ found: countOfKind('found'), reopened: countOfKind('reopened') },
      ...{ dismissed: countOfKind('dismissed'), confirmed: countOfKind('confirmed') },
    },
    (selected) => sql`select ${selected} from ${brandHitEntry} where brand_id = any(${parameters.ids})
        and at >= ${parameters.from}::bigint * 86400000 and at < (${parameters.to}::bigint + 1) * 86400000
        group by brand_id, ${day}`,
  ),
);

import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { clockToleranceMs } from '../../../../platform/clock.js';
import { likePattern } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  cast,
  encodedFrom,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  hasPassed,
  hasRow,
  insertInto,
  integer,
  nullable,
  type Placeholders,
  type RowOf,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { maxWaitMs } from '../rules/lifetimes.js';
import { rdapFailure, rdapVersion, rdapWatch } from '../tables.js';
import { isExpired } from './failures.js';

/** The owners whose watches and bulk lookups a statement may read: an account, or operators. */
export interface OwnerScope {
  /** Account that owns the watches and bulk lookups; null for operators. */
  readonly accountId: string | null;
  /** Tenants that own the watches and bulk lookups; null for accounts, and for operators with access to all tenants. */
  readonly tenants: readonly string[] | null;
}

export const scopeTypes = { accountId: nullable(uuid), tenants: nullable(array(text)) };

/** Condition for the rows within a scope. */
export function isInScope({ accountId, tenants }: Placeholders<typeof scopeTypes>): SQL {
  return sql`account_id is not distinct from ${accountId} and (${tenants} is null or tenant_id = any(${tenants}))`;
}

export const ownerTypes = { accountId: nullable(uuid), tenantId: nullable(text) };

/** Condition for the rows of exactly this owner: an account, a tenant, or neither. */
export function isOfOwner({ accountId, tenantId }: Placeholders<typeof ownerTypes>): SQL {
  return sql`account_id is not distinct from ${accountId} and tenant_id is not distinct from ${tenantId}`;
}

/** Condition for a background lookup whose time has passed. */
export function isDue(time: SQLWrapper, now: SQLWrapper): SQL {
  return hasPassed(time, { now, maxPause: maxWaitMs });
}

const columns = getTableColumns(rdapWatch);

/** A page of watches ordered by domain, after a domain and an id. */
export const selectWatchPage = fetchRows(
  { ...scopeTypes, search: nullable(encodedFrom(text, likePattern)), domain: text, id: uuid, limit: integer },
  (parameters) =>
    rawQuery(
      columns,
      (selected) => sql`select ${selected} from ${rdapWatch}
        where ${isInScope(parameters)}
          and (${parameters.search} is null or domain like ${parameters.search})
          and (domain, id) > (${parameters.domain}, ${parameters.id})
        order by domain, id limit ${parameters.limit}`,
    ),
);

/** A watched domain. Times are Unix epoch milliseconds. */
export type WatchRow = RowOf<typeof selectWatchPage>;

/** Watches within a scope, selected by domain or by id. */
export const selectWatches = fetchRows(
  { ...scopeTypes, domains: nullable(array(text)), ids: nullable(array(uuid)) },
  (parameters) =>
    rawQuery(
      columns,
      (selected) => sql`select ${selected} from ${rdapWatch}
        where ${isInScope(parameters)}
          and (${parameters.domains} is null or domain = any(${parameters.domains}))
          and (${parameters.ids} is null or id = any(${parameters.ids}))
        order by domain, tenant_id nulls first`,
    ),
);

/** Serializes additions of watches, so their maximum number is exact. */
export const lockWatchList = execute(
  {},
  () => sql`select pg_advisory_xact_lock(hashtextextended('rampart rdap watches', 0))`,
);

/** Number of watches that belong to an account, to a tenant, or to neither. */
export const countWatches = fetchOne(ownerTypes, (owner) =>
  rawQuery(
    { count: cast(integer, sql`count(*)`) },
    (selected) => sql`select ${selected} from ${rdapWatch} where ${isOfOwner(owner)}`,
  ),
);

/** Locks and returns the watch of a domain that belongs to exactly this owner. */
export const lockWatch = fetchRow({ ...ownerTypes, domain: text }, (parameters) =>
  rawQuery(
    columns,
    (selected) => sql`select ${selected} from ${rdapWatch} where domain = ${parameters.domain}
        and ${isOfOwner(parameters)}
        for update`,
  ),
);

export const insertWatch = execute(
  {
    ...ownerTypes,
    ...{ id: uuid, domain: text, server: text },
    ...{ intervalHours: integer, createdAt: bigint, createdBy: text, nextAt: nullable(bigint) },
  },
  (parameters) => insertInto(rdapWatch, parameters),
);

export const updateInterval = execute(
  { id: uuid, intervalHours: integer, nextAt: nullable(bigint) },
  ({ id, intervalHours, nextAt }) =>
    sql`update ${rdapWatch} set interval_hours = ${intervalHours}, next_at = ${nextAt} where id = ${id}`,
);

/** Removes a watch with its history. */
export const deleteWatch = hasRow(
  { id: uuid },
  ({ id }) => sql`delete from ${rdapWatch} where id = ${id} returning id`,
);

/** Locks the watches of a domain, whoever owns them, and returns their ids. */
export const lockWatchesOfDomain = fetchRows({ domain: text }, ({ domain }) =>
  rawQuery(
    { id: rdapWatch.id },
    (selected) => sql`select ${selected} from ${rdapWatch} where domain = ${domain} order by id for update`,
  ),
);

/** Records that a domain was looked up, and when its watches are due again. */
export const recordLookup = execute(
  { ids: array(uuid), at: bigint },
  ({ ids, at }) => sql`update ${rdapWatch} set looked_up_at = ${at}, error = null,
      next_at = case when interval_hours > 0 then ${at} + interval_hours * 3600000::bigint end
      where id = any(${ids})`,
);

/** Postpones the lookup of a watch. A last lookup later than `now` was recorded while the clock was ahead. */
export const postponeWatch = execute(
  { id: uuid, server: text, now: bigint, nextAt: bigint, error: nullable(text) },
  ({ id, server, now, nextAt, error }) => sql`update ${rdapWatch} set server = ${server}, error = ${error},
      looked_up_at = case when looked_up_at > ${now} then ${now} else looked_up_at end,
      next_at = case when interval_hours > 0 then ${nextAt}::bigint end where id = ${id}`,
);

/** Condition for a watch that is due; also for one whose last lookup is later than now, because the clock was ahead. */
function isWatchDue(now: SQLWrapper): SQL {
  const { nextAt, lookedUpAt } = rdapWatch;
  return sql`(${isDue(nextAt, now)}
    or (${nextAt} is not null and ${lookedUpAt} > ${now} + ${sql.raw(String(clockToleranceMs))}))`;
}

/** The watch of a server that has been due for longest. */
export const selectDueWatch = fetchRow({ server: text, now: bigint }, ({ server, now }) =>
  rawQuery(
    columns,
    (selected) => sql`select ${selected} from ${rdapWatch}
        where server = ${server} and ${isWatchDue(now)} order by next_at, id limit 1`,
  ),
);

/** Servers that are not paused, and for which watches are due. */
export const selectDueServers = fetchRows({ now: bigint }, ({ now }) =>
  rawQuery(
    { server: rdapWatch.server },
    (selected) => sql`select distinct ${selected} from ${rdapWatch} where ${isWatchDue(now)}
        and not exists (select from ${rdapFailure} where subject = server and not ${isExpired(now)})`,
  ),
);

const version = alias(rdapVersion, 'version');
const versionColumns = { ...getTableColumns(version), domain: rdapWatch.domain };

/**
 * The newest versions of each watch, newest first: those before the version `before` and up to the time `until`, unless
 * null.
 */
export const selectVersions = fetchRows(
  { watchIds: array(uuid), before: nullable(bigint), until: nullable(bigint), limit: integer },
  ({ watchIds, before, until, limit }) =>
    rawQuery(
      versionColumns,
      (selected) => sql`select ${selected} from ${rdapWatch} cross join lateral (
          select * from ${rdapVersion}
          where watch_id = rdap_watch.id and (${before}::bigint is null or rdap_version.id < ${before})
            and (${until}::bigint is null or fetched_at <= ${until})
          order by rdap_version.id desc limit ${limit}
        ) version
        where rdap_watch.id = any(${watchIds}) order by version.watch_id, version.id desc`,
    ),
);

/** A stored response. Times are Unix epoch milliseconds. */
export type VersionRow = RowOf<typeof selectVersions>;

/** The oldest version of each watch, without its response. */
export const selectOldestVersions = fetchRows({ watchIds: array(uuid) }, ({ watchIds }) =>
  rawQuery(
    { id: version.id, fetchedAt: version.fetchedAt },
    (selected) => sql`select ${selected} from unnest(${watchIds}) as watch (id) cross join lateral (
          select * from ${rdapVersion} where watch_id = watch.id order by rdap_version.id limit 1
        ) version order by version.id`,
  ),
);

/** Versions of one watch with these ids. */
export const selectVersionsByIds = fetchRows({ watchId: uuid, ids: array(bigint) }, ({ watchId, ids }) =>
  rawQuery(
    versionColumns,
    (selected) => sql`select ${selected} from ${rdapVersion} version join ${rdapWatch} on ${rdapWatch.id} = watch_id
        where watch_id = ${watchId} and version.id = any(${ids})`,
  ),
);

export const countVersions = fetchRows({ watchIds: array(uuid) }, ({ watchIds }) =>
  rawQuery(
    { watchId: rdapVersion.watchId, count: cast(integer, sql`count(*)`) },
    (selected) => sql`select ${selected} from ${rdapVersion} where watch_id = any(${watchIds}) group by watch_id`,
  ),
);

export const insertVersion = execute(
  {
    ...{ watchId: uuid, source: text, body: nullable(text), referred: nullable(text) },
    ...{ fetchedAt: bigint, changed: nullable(array(text)) },
  },
  (parameters) => insertInto(rdapVersion, parameters),
);

/** Sets the registrar's part of a version. */
export const updateReferred = execute(
  { id: bigint, referred: nullable(text) },
  ({ id, referred }) => sql`update ${rdapVersion} set referred = ${referred} where id = ${id}`,
);

/**
 * Deletes versions from before a time, and all but the `maxVersions` newest ones of each watch; the newest one always
 * remains.
 */
export const deleteOldVersions = execute(
  { before: bigint, maxVersions: integer },
  ({ before, maxVersions }) => sql`delete from ${rdapVersion} where id in (
      select id from (
        select id, fetched_at, row_number() over (partition by watch_id order by id desc) as number from ${rdapVersion}
      ) numbered where number > 1 and (number > ${maxVersions} or fetched_at < ${before}))`,
);

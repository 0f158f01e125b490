import { getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  array,
  bigint,
  cast,
  enumeration,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  hasRow,
  integer,
  nullable,
  type RowOf,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import {
  bulkLookupResultStatusType,
  bulkLookupStateType,
  rdapBulkLookup,
  rdapBulkLookupName,
  rdapFailure,
} from '../tables.js';
import { isExpired } from './failures.js';
import { isDue, isInScope, isOfOwner, ownerTypes, scopeTypes } from './watches.js';

const columns = getTableColumns(rdapBulkLookup);
const name = alias(rdapBulkLookupName, 'name');

/** Serializes additions of bulk lookups, so their maximum number is exact. */
export const lockBulkLookups = execute(
  {},
  () => sql`select pg_advisory_xact_lock(hashtextextended('rampart rdap jobs', 0))`,
);

/** Number of running bulk lookups of an owner. */
export const countRunningBulkLookups = fetchOne(ownerTypes, (owner) =>
  rawQuery(
    { count: cast(integer, sql`count(*)`) },
    (selected) => sql`select ${selected} from ${rdapBulkLookup} where state = 'running' and ${isOfOwner(owner)}`,
  ),
);

/** Adds a bulk lookup with its names, in the order of the lists. */
export const insertBulkLookup = execute(
  {
    ...ownerTypes,
    ...{ id: uuid, createdBy: text, createdAt: bigint },
    ...{ count: integer, domains: array(text), servers: array(text) },
  },
  (parameters) => sql`with job as (
      insert into ${rdapBulkLookup} (id, account_id, tenant_id, state, count, created_at, created_by, resume_at, turns)
      values (${parameters.id}, ${parameters.accountId}, ${parameters.tenantId}, 'running', ${parameters.count}, ${parameters.createdAt},
        ${parameters.createdBy}, 0, 0) returning id
    ) insert into ${rdapBulkLookupName} (job_id, position, domain, server, status, attempts, retry_at)
      select job.id, name.position, name.domain, name.server, 'waiting', 0, 0
      from job, unnest(${parameters.domains}, ${parameters.servers}) with ordinality as name (domain, server, position)`,
);

/** The newest bulk lookups within a scope. */
export const selectNewestBulkLookups = fetchRows({ ...scopeTypes, limit: integer }, (parameters) =>
  rawQuery(
    columns,
    (selected) => sql`select ${selected} from ${rdapBulkLookup} where ${isInScope(parameters)}
      order by created_at desc, id limit ${parameters.limit}`,
  ),
);

/** A bulk lookup. Times are Unix epoch milliseconds. */
export type BulkLookupRow = RowOf<typeof selectNewestBulkLookups>;

/** A bulk lookup within a scope. */
export const selectBulkLookup = fetchRow({ ...scopeTypes, id: uuid }, (parameters) =>
  rawQuery(
    columns,
    (selected) =>
      sql`select ${selected} from ${rdapBulkLookup} where id = ${parameters.id} and ${isInScope(parameters)}`,
  ),
);

/** Number of names of bulk lookups by status and, for failed names, by reason. */
export const countNames = fetchRows({ lookupIds: array(uuid) }, ({ lookupIds }) =>
  rawQuery(
    {
      ...{ lookupId: rdapBulkLookupName.lookupId, status: rdapBulkLookupName.status },
      reason: cast(nullable(text), sql`case when status = 'failed' then reason end`),
      count: cast(integer, sql`count(*)`),
    },
    (selected) => sql`select ${selected} from ${rdapBulkLookupName} where job_id = any(${lookupIds}) group by 1, 2, 3`,
  ),
);

/** By bulk lookup and server: the number of names that wait because the server is paused, and the end of the pause. */
export const selectPausedServers = fetchRows({ lookupIds: array(uuid), now: bigint }, ({ lookupIds, now }) =>
  rawQuery(
    {
      ...{
        lookupId: rdapBulkLookupName.lookupId,
        server: rdapBulkLookupName.server,
        count: cast(integer, sql`count(*)`),
      },
      ...{ until: rdapFailure.expiresAt, message: rdapFailure.message },
    },
    (selected) => sql`select ${selected} from ${rdapBulkLookupName}
        join ${rdapFailure} on subject = server and not ${isExpired(now)}
        join ${rdapBulkLookup} on ${rdapBulkLookup.id} = job_id and state = 'running'
        where job_id = any(${lookupIds}) and status = 'waiting' group by 1, 2, 4, 5 order by 2`,
  ),
);

/** Servers that are not paused, and for which names are due. */
export const selectServersOfBulkLookups = fetchRows({ now: bigint }, ({ now }) =>
  rawQuery(
    { server: rdapBulkLookupName.server },
    (
      selected,
    ) => sql`select distinct ${selected} from ${rdapBulkLookup} join ${rdapBulkLookupName} on job_id = ${rdapBulkLookup.id}
        where state = 'running' and ${isDue(rdapBulkLookup.resumeAt, now)} and status = 'waiting' and ${isDue(rdapBulkLookupName.retryAt, now)}
        and not exists (select from ${rdapFailure} where subject = server and not ${isExpired(now)})`,
  ),
);

/** The next due name of a server. Bulk lookups take turns. */
export const selectNextName = fetchRow({ server: text, now: bigint }, ({ server, now }) =>
  rawQuery(
    {
      ...{
        lookupId: rdapBulkLookup.id,
        accountId: rdapBulkLookup.accountId,
        tenantId: rdapBulkLookup.tenantId,
        createdBy: rdapBulkLookup.createdBy,
      },
      ...{ position: name.position, domain: name.domain, server: name.server, attempts: name.attempts },
    },
    (selected) => sql`select ${selected} from ${rdapBulkLookup} cross join lateral (
        select * from ${rdapBulkLookupName} where job_id = rdap_job.id and server = ${server} and status = 'waiting'
          and ${isDue(rdapBulkLookupName.retryAt, now)} order by position limit 1
      ) name
      where state = 'running' and ${isDue(rdapBulkLookup.resumeAt, now)} order by turns, rdap_job.id limit 1`,
  ),
);

/** A name that is to be looked up, with the owner of its bulk lookup. */
export type DueName = RowOf<typeof selectNextName>;

/**
 * Moves a bulk lookup to the end of the order of turns, and locks it until the end of the transaction. Clears the
 * reason of a suspension that has ended.
 */
export const takeTurn = execute(
  { id: uuid, now: bigint },
  ({ id, now }) => sql`update ${rdapBulkLookup} set turns = 1 + (select coalesce(max(turns), 0) from ${rdapBulkLookup}
      where state = 'running'), error = case when state <> 'running' or not ${isDue(rdapBulkLookup.resumeAt, now)} then error end
      where id = ${id}`,
);

/** Stores the result of a name that still waits. */
export const storeResult = execute(
  {
    ...{ lookupId: uuid, position: integer, status: enumeration(bulkLookupResultStatusType), attempts: integer },
    ...{ server: text, retryAt: bigint, reason: nullable(text), message: nullable(text), source: nullable(text) },
    ...{ body: nullable(text), referred: nullable(text), fetchedAt: nullable(bigint) },
  },
  (parameters) => sql`update ${rdapBulkLookupName} set status = ${parameters.status}, attempts = ${parameters.attempts},
      server = ${parameters.server}, retry_at = ${parameters.retryAt}, reason = ${parameters.reason}, message = ${parameters.message},
      source = ${parameters.source}, answer = ${parameters.body}, referred = ${parameters.referred}, fetched_at = ${parameters.fetchedAt}
      where job_id = ${parameters.lookupId} and position = ${parameters.position} and status = 'waiting'`,
);

/** Suspends a running bulk lookup, because the lookup quota of its owner is used up. */
export const suspendBulkLookup = execute(
  { id: uuid, resumeAt: bigint, error: text },
  ({ id, resumeAt, error }) => sql`update ${rdapBulkLookup} set resume_at = ${resumeAt}, error = ${error}
      where id = ${id} and state = 'running'`,
);

/** Ends a running bulk lookup; false if it is not running or, for the state `done`, if names still wait. */
export const endBulkLookup = hasRow(
  { id: uuid, state: enumeration(bulkLookupStateType), finishedAt: bigint, error: nullable(text) },
  ({ id, state, finishedAt, error }) =>
    sql`update ${rdapBulkLookup} set state = ${state}, finished_at = ${finishedAt}, error = ${error}
        where id = ${id} and state = 'running' and (${state} <> 'done'
          or not exists (select from ${rdapBulkLookupName} where job_id = rdap_job.id and status = 'waiting'))
        returning id`,
);

/** Deletes bulk lookups that ended before a time, with their results. */
export const deleteOldBulkLookups = execute(
  { before: bigint },
  ({ before }) => sql`delete from ${rdapBulkLookup} where finished_at < ${before}`,
);

/** A page of the results of each bulk lookup. */
export const selectResults = fetchRows(
  { lookupIds: array(uuid), statuses: nullable(array(text)), after: integer, limit: integer },
  ({ lookupIds, statuses, after, limit }) =>
    rawQuery(
      getTableColumns(name),
      (selected) => sql`select ${selected} from unnest(${lookupIds}) as job (id) cross join lateral (
          select * from ${rdapBulkLookupName} where job_id = job.id and position > ${after}
            and (${statuses} is null or status::text = any(${statuses})) order by position limit ${limit}
        ) name order by job_id, position`,
    ),
);

/** Result of a bulk lookup for one domain name. */
export type ResultRow = RowOf<typeof selectResults>;

import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  boolean,
  cast,
  enumeration,
  execute,
  fetchOne,
  fetchRows,
  float8,
  integer,
  nullable,
  type ParameterValues,
  queryBuilder,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { daySeconds } from '../../../../platform/durations.js';
import { pageTypes } from '../../items/index.js';
import { site } from '../../items/tables.js';
import { maxOpenSeconds } from '../rules/circuit.js';
import { connection, syncOutcomeType, syncRun, syncTriggerType } from '../tables.js';
import { isFollowed } from './connections.js';

/** A sync run with its metrics. */
export type RunRecord = typeof syncRun.$inferSelect;

const metricTypes = {
  ...{ pages: integer, itemsSeen: integer, created: integer, changed: integer, deleted: integer },
  ...{ downloads: integer, downloadedBytes: bigint, resumedDownloads: integer, failedDownloads: integer },
  ...{ throttled: integer, retries: integer, fromScratch: boolean },
};

/** Metrics of a sync run. */
export type SyncMetrics = Pick<RunRecord, keyof typeof metricTypes>;

export function zeroMetrics(): SyncMetrics {
  return {
    ...{ pages: 0, itemsSeen: 0, created: 0, changed: 0, deleted: 0 },
    ...{ downloads: 0, downloadedBytes: 0, resumedDownloads: 0, failedDownloads: 0 },
    ...{ throttled: 0, retries: 0, fromScratch: false },
  };
}

const interruptRuns = statement(
  { siteId: text, now: float8 },
  // The row of the site is locked before those of its runs.
  ({ siteId, now }) => sql`with locked as materialized (select id from ${site} where id = ${siteId} for update)
    update ${syncRun} set outcome = 'interrupted', finished_at = ${now} from locked
    where ${syncRun.siteId} = locked.id and ${syncRun.outcome} = 'running'`,
);
const beginTypes = { siteId: text, trigger: enumeration(syncTriggerType), now: float8 };
const insertRun = statement(beginTypes, ({ siteId, trigger, now }) =>
  rawQuery(
    { id: cast(bigint, sql`begun.id`) },
    (columns) => sql`with begun as (
      insert into ${syncRun} (site_id, trigger, outcome, started_at) values (${siteId}, ${trigger}, 'running', ${now})
      returning id
    )
    update drive.site set current_run_id = begun.id from begun where site.id = ${siteId} returning ${columns}`,
  ),
);

/** Starts a sync run of a site and returns its id. Earlier runs of the site can no longer write. */
export async function beginRun(executor: Executor, options: ParameterValues<typeof beginTypes>): Promise<number> {
  await run(executor, interruptRuns, options);
  const row = await runForRow(executor, insertRun, options);
  if (row === undefined) throw new Error(`the site ${options.siteId} is not in the database`);
  return row.id;
}

/** Stores the metrics of a sync run. */
export const updateRun = execute(
  { id: bigint, ...metricTypes },
  (metrics) => sql`update ${syncRun} set pages = ${metrics.pages}, items_seen = ${metrics.itemsSeen},
        created = ${metrics.created}, changed = ${metrics.changed}, deleted = ${metrics.deleted},
        downloads = ${metrics.downloads}, downloaded_bytes = ${metrics.downloadedBytes},
        resumed_downloads = ${metrics.resumedDownloads}, failed_downloads = ${metrics.failedDownloads},
        throttled = ${metrics.throttled}, retries = ${metrics.retries}, from_scratch = ${metrics.fromScratch}
      where ${syncRun.id} = ${metrics.id}`,
);

export const finishRun = execute(
  {
    id: bigint,
    outcome: enumeration(syncOutcomeType),
    errorCode: nullable(text),
    error: nullable(text),
    now: float8,
  },
  (run) => sql`update ${syncRun} set outcome = ${run.outcome}, error_code = ${run.errorCode},
        error = ${run.error}, finished_at = ${run.now}
      where ${syncRun.id} = ${run.id} and ${syncRun.outcome} = 'running'`,
);

/** The followed sites whose newest sync run has not ended: it is in progress, or its process was killed. */
export const selectUnfinishedSites = fetchRows({}, () =>
  rawQuery(
    { siteId: site.id },
    (columns) => sql`select ${columns} from ${site} join ${syncRun} on ${syncRun.id} = ${site.currentRunId}
        where ${syncRun.outcome} = 'running'
          and exists (select from ${connection} where ${connection.siteId} = ${site.id}) order by ${site.id}`,
  ),
);

/** Sync runs of a site, newest first. */
export const selectRuns = fetchRows(pageTypes, ({ siteId, before, limit }) =>
  rawQuery(
    getTableColumns(syncRun),
    (columns) => sql`select ${columns} from ${syncRun}
        where ${syncRun.siteId} = ${siteId} and ${syncRun.id} < ${before}
        order by ${syncRun.id} desc limit ${limit}`,
  ),
);

/** The sync runs with these ids, in any order. */
export const selectRunsByIds = fetchRows({ ids: array(bigint) }, ({ ids }) =>
  queryBuilder.select().from(syncRun).where(sql`${syncRun.id} = any(${ids})`),
);

/** The number of sync runs of a site. */
export const countRuns = fetchOne({ siteId: text }, ({ siteId }) =>
  queryBuilder
    .select({ count: cast(float8, sql`count(*)`) })
    .from(syncRun)
    .where(sql`${syncRun.siteId} = ${siteId}`),
);

const newest = alias(syncRun, 'newest');

/** The newest sync run of each site. */
export const selectLastRuns = fetchRows({ siteIds: array(text) }, ({ siteIds }) =>
  rawQuery(
    getTableColumns(newest),
    (columns) => sql`select ${columns} from unnest(${siteIds}) as wanted (id)
        cross join lateral (
          select * from ${syncRun} where ${syncRun.siteId} = wanted.id order by ${syncRun.id} desc limit 1
        ) newest`,
  ),
);

/** End time of the last successful sync run of each site. */
export const selectLastSuccesses = fetchRows({ siteIds: array(text) }, ({ siteIds }) =>
  rawQuery(
    { siteId: newest.siteId, finishedAtEpoch: newest.finishedAtEpoch },
    (columns) => sql`select ${columns} from unnest(${siteIds}) as wanted (id)
        cross join lateral (
          select * from ${syncRun} where ${syncRun.siteId} = wanted.id and ${syncRun.outcome} = 'done'
          order by ${syncRun.id} desc limit 1
        ) newest`,
  ),
);

/** See `circuitOpenUntil`. */
function isCircuitOpen(now: SQLWrapper): SQL {
  const until = sql`coalesce(${connection.circuitOpenUntilEpoch}, 0)`;
  return sql`(${until} > ${now} and ${until} <= ${now} + ${sql.raw(String(maxOpenSeconds))})`;
}

/**
 * The ids of the other active followed sites whose last successful sync started at or before `since`. Sites that were
 * not synchronized within the last 24 hours are ignored. `hostname` and `path`: those of the configured site.
 */
export const selectOutdatedSites = fetchRows(
  { siteId: text, since: float8, now: float8, hostname: text, path: text },
  (parameters) =>
    rawQuery(
      { siteId: cast(text, sql`${connection.siteId}`) },
      (columns) => sql`select ${columns} from ${connection} cross join lateral (
          select ${syncRun.startedAtEpoch} as at from ${syncRun}
          where ${syncRun.siteId} = ${connection.siteId} and ${syncRun.outcome} = 'done'
          order by ${syncRun.id} desc limit 1) last
        where ${isFollowed(parameters)} and ${connection.siteId} <> ${parameters.siteId} and ${connection.isConnected}
          and not ${connection.isPaused} and not ${isCircuitOpen(parameters.now)}
          and last.at > ${parameters.now} - ${sql.raw(String(daySeconds))} and last.at <= ${parameters.since}`,
    ),
);

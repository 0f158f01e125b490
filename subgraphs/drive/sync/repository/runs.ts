import { type Executor, runStatement } from '../../../../platform/database/index.js';
import type { SyncOutcome, SyncTrigger } from '../vocabulary.js';

/** Metrics of a sync. */
export interface SyncMetrics {
  pages: number;
  itemsSeen: number;
  created: number;
  changed: number;
  deleted: number;
  downloads: number;
  downloadedBytes: number;
  resumedDownloads: number;
  failedDownloads: number;
  throttled: number;
  retries: number;
  fromScratch: boolean;
}

export function zeroMetrics(): SyncMetrics {
  return {
    pages: 0,
    itemsSeen: 0,
    created: 0,
    changed: 0,
    deleted: 0,
    downloads: 0,
    downloadedBytes: 0,
    resumedDownloads: 0,
    failedDownloads: 0,
    throttled: 0,
    retries: 0,
    fromScratch: false,
  };
}

export interface RunRecord extends SyncMetrics {
  id: number;
  siteId: string;
  trigger: SyncTrigger;
  outcome: SyncOutcome;
  startedAtEpoch: number;
  finishedAtEpoch: number | null;
  errorCode: string | null;
  error: string | null;
}

const runColumns = `id::float8 as id, site_id as "siteId", trigger, outcome, started_at as "startedAtEpoch",
  finished_at as "finishedAtEpoch", pages, items_seen as "itemsSeen", created, changed, deleted, downloads,
  downloaded_bytes::float8 as "downloadedBytes", resumed_downloads as "resumedDownloads",
  failed_downloads as "failedDownloads", throttled, retries, from_scratch as "fromScratch", error_code as "errorCode",
  error`;

/** Starts a run that takes over from any other of the site: only its writes are accepted from now on. */
export async function beginRun(
  sql: Executor,
  run: { siteId: string; trigger: SyncTrigger; now: number },
): Promise<number> {
  await runStatement(
    sql,
    `update drive.sync_run set outcome = 'interrupted', finished_at = $2 where site_id = $1 and outcome = 'running'`,
    [run.siteId, run.now],
  );
  const [row] = await runStatement<{ id: number }>(
    sql,
    `with begun as (
       insert into drive.sync_run (site_id, trigger, outcome, started_at) values ($1, $2::drive.sync_trigger, 'running', $3)
       returning id
     )
     update drive.site set current_run_id = begun.id from begun where site.id = $1 returning begun.id::float8 as id`,
    [run.siteId, run.trigger, run.now],
  );
  if (row === undefined) throw new Error(`the site ${run.siteId} is not in the database`);
  return row.id;
}

/** Writes the metrics of a run under way. */
export async function updateRun(sql: Executor, run: { id: number; metrics: SyncMetrics }): Promise<void> {
  const { metrics } = run;
  await runStatement(
    sql,
    `update drive.sync_run set pages = $2, items_seen = $3, created = $4, changed = $5, deleted = $6, downloads = $7,
       downloaded_bytes = $8, resumed_downloads = $9, failed_downloads = $10, throttled = $11, retries = $12,
       from_scratch = $13 where id = $1`,
    [
      run.id,
      metrics.pages,
      metrics.itemsSeen,
      metrics.created,
      metrics.changed,
      metrics.deleted,
      metrics.downloads,
      metrics.downloadedBytes,
      metrics.resumedDownloads,
      metrics.failedDownloads,
      metrics.throttled,
      metrics.retries,
      metrics.fromScratch,
    ],
  );
}

export async function finishRun(
  sql: Executor,
  run: { id: number; outcome: SyncOutcome; errorCode: string | null; error: string | null; now: number },
): Promise<void> {
  await runStatement(
    sql,
    `update drive.sync_run set outcome = $2::drive.sync_outcome, error_code = $3, error = $4, finished_at = $5
     where id = $1 and outcome = 'running'`,
    [run.id, run.outcome, run.errorCode, run.error, run.now],
  );
}

/** Whether the run's writes still count. */
export async function isCurrentRun(sql: Executor, run: { siteId: string; runId: number }): Promise<boolean> {
  const rows = await runStatement(sql, 'select from drive.site where id = $1 and current_run_id = $2', [
    run.siteId,
    run.runId,
  ]);
  return rows.length > 0;
}

/** Runs of a site, the newest first, older than `before`. */
export async function selectRuns(
  sql: Executor,
  query: { siteId: string; before: number | null; limit: number },
): Promise<RunRecord[]> {
  return await runStatement(
    sql,
    `select ${runColumns} from drive.sync_run where site_id = $1 and ($2::float8 is null or id < $2::float8)
     order by id desc limit $3`,
    [query.siteId, query.before, query.limit],
  );
}

/** The runs with these ids, in any order. */
export async function selectRunsByIds(sql: Executor, ids: readonly number[]): Promise<RunRecord[]> {
  return await runStatement(sql, `select ${runColumns} from drive.sync_run where id = any($1::bigint[])`, [ids]);
}

/** The number of runs of a site. */
export async function countRunsOf(sql: Executor, siteId: string): Promise<number> {
  const text = 'select count(*)::float8 as count from drive.sync_run where site_id = $1';
  const [row] = await runStatement<{ count: number }>(sql, text, [siteId]);
  return row?.count ?? 0;
}

/** When the last sync that reached its end did so. */
export async function selectLastSuccess(sql: Executor, siteId: string): Promise<number | null> {
  const [row] = await runStatement<{ at: number | null }>(
    sql,
    `select finished_at as at from drive.sync_run where site_id = $1 and outcome = 'done' order by id desc limit 1`,
    [siteId],
  );
  return row?.at ?? null;
}

/** Whether a sync was interrupted: it is marked as running while the caller holds the lock of the site. */
export async function hasUnfinishedRun(sql: Executor, siteId: string): Promise<boolean> {
  const rows = await runStatement(
    sql,
    `select from drive.sync_run where site_id = $1 and outcome = 'running' order by id desc limit 1`,
    [siteId],
  );
  return rows.length > 0;
}

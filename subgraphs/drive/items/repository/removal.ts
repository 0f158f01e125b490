import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  integer,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { change, content, item, itemVersion, malwareFinding, removedContent, site } from '../tables.js';
import { deleteStagedItems, noListing } from './changes.js';

/** Numbers of deleted and remaining items of a removed site. */
export interface RemovedCopy {
  readonly deletedItems: number;
  /** Number of remaining items, which are linked to alerts. Their folders also remain, but are not counted. */
  readonly evidenceItems: number;
}

const stopRuns = statement(
  { siteId: text },
  ({ siteId }) => sql`update ${site} set current_run_id = null, ${noListing} where ${site.id} = ${siteId}`,
);

/**
 * Prevents further writes by syncs of a site that are in progress, and deletes their staged items. Locks the row of the
 * site first.
 */
export async function stopSyncs(executor: Executor, parameters: { siteId: string }): Promise<void> {
  await run(executor, stopRuns, parameters);
  await deleteStagedItems(executor, parameters);
}

/**
 * Prevents items from being linked to alerts until the end of the transaction. Waits for transactions that link items
 * (see `blockRemovals`).
 */
const lockEvidence = statement({}, () => sql`lock table drive.evidence in share row exclusive mode`);
const isEvidence = sql`exists (select from drive.evidence e where e.site_id = i.site_id and e.item_id = i.id)`;

/** Common table expression of the items that are linked to alerts, and the folders above them. */
const keptItems = (siteId: SQL) => sql`kept as (
    select i.id, i.parent_id from ${item} i where i.site_id = ${siteId} and ${isEvidence}
    union
    select folder.id, folder.parent_id from kept
    join ${item} folder on folder.site_id = ${siteId} and folder.id = kept.parent_id
  )`;

const insertCandidates = statement(
  { siteId: text, now: float8 },
  ({ siteId, now }) => sql`insert into ${removedContent} (sha256, removed_at)
    select sha256, ${now} from (
      select content_sha256 as sha256 from ${item} where site_id = ${siteId} and content_sha256 is not null
      union select sha256 from ${itemVersion} where site_id = ${siteId}
    ) of_site
    on conflict (sha256) do update set removed_at = excluded.removed_at`,
);
const removeRecords = [itemVersion, change, malwareFinding].map((table) =>
  statement(
    { siteId: text },
    ({ siteId }) => sql`with recursive ${keptItems(siteId)} delete from ${table} r
      where r.site_id = ${siteId} and not exists (select from kept where kept.id = r.item_id)`,
  ),
);
const removeItems = statement({ siteId: text }, ({ siteId }) =>
  rawQuery(
    { deletedItems: cast(float8, sql`count(*)`) },
    (columns) => sql`with recursive ${keptItems(siteId)}, removed as (
        delete from ${item} i where i.site_id = ${siteId} and not exists (select from kept where kept.id = i.id)
        returning 1
      ) select ${columns} from removed`,
  ),
);
/**
 * Prevents syncs from recording contents until the end of the transaction, so no item can reference content that is
 * being removed.
 */
const lockContents = statement({}, () => sql`lock table ${content} in share row exclusive mode`);
const excludeUsedContents = statement(
  {},
  () => sql`delete from ${removedContent} r
    where exists (select from ${item} i where i.content_sha256 = r.sha256)
      or exists (select from ${itemVersion} v where v.sha256 = r.sha256)`,
);
const removeContents = statement(
  {},
  () => sql`delete from ${content} c using ${removedContent} r where c.sha256 = r.sha256`,
);
const reset = statement(
  { siteId: text },
  ({ siteId }) =>
    sql`update ${site} set delta_link = null, applied_filter = null, ${noListing} where ${site.id} = ${siteId}`,
);
const evidence = statement({ siteId: text }, ({ siteId }) =>
  rawQuery(
    { evidenceItems: cast(float8, sql`count(*)`) },
    (columns) => sql`select ${columns} from ${item} i where i.site_id = ${siteId} and ${isEvidence}`,
  ),
);

/**
 * Deletes the items of a site with their versions and changes, except items that are linked to alerts. If the site is
 * synchronized again, it is listed in full.
 */
export async function removeCopy(
  executor: Executor,
  parameters: { siteId: string; now: number },
): Promise<RemovedCopy> {
  await run(executor, lockEvidence, {});
  await run(executor, insertCandidates, parameters);
  for (const each of removeRecords) await run(executor, each, parameters);
  const { deletedItems = 0 } = (await runForRow(executor, removeItems, parameters)) ?? {};
  await run(executor, lockContents, {});
  await run(executor, excludeUsedContents, {});
  await run(executor, removeContents, {});
  await run(executor, reset, parameters);
  const { evidenceItems = 0 } = (await runForRow(executor, evidence, parameters)) ?? {};
  return { deletedItems, evidenceItems };
}

/** Number of items of a site, including deleted ones. */
export const countAllItems = fetchOne({ siteId: text }, ({ siteId }) =>
  rawQuery(
    { count: cast(float8, sql`count(*)`) },
    (columns) => sql`select ${columns} from ${item} where ${item.siteId} = ${siteId}`,
  ),
);

/** Deletes the row of a site, which must have no items. */
export const deleteSiteRow = execute(
  { siteId: text },
  ({ siteId }) => sql`delete from ${site} where ${site.id} = ${siteId}`,
);

/**
 * Contents that were removed before a time, sorted by SHA-256, after one of them. The files of those that were not
 * stored again can be deleted.
 */
export const selectRemovedContents = fetchRows(
  { before: float8, after: text, limit: integer },
  ({ before, after, limit }) =>
    rawQuery(
      { sha256: removedContent.sha256 },
      (columns) => sql`select ${columns} from ${removedContent} where ${removedContent.removedAtEpoch} < ${before}
          and ${removedContent.sha256} > ${after}
        order by 1 limit ${limit}`,
    ),
);

/**
 * Locks the record of removed content until the end of the transaction, so the content is not recorded again meanwhile;
 * undefined if it was recorded again, or removed again later.
 */
export const lockRemovedContent = fetchRow({ sha256: text, before: float8 }, (removed) =>
  rawQuery(
    { isStored: cast(boolean, sql`exists (select from ${content} c where c.sha256 = ${removed.sha256})`) },
    (columns) => sql`select ${columns} from ${removedContent}
        where ${removedContent.sha256} = ${removed.sha256} and ${removedContent.removedAtEpoch} < ${removed.before}
        for update`,
  ),
);

/** Deletes the record of removed content whose file was deleted, or which was stored again. */
export const forgetRemovedContent = execute(
  { sha256: text },
  ({ sha256 }) => sql`delete from ${removedContent} where ${removedContent.sha256} = ${sha256}`,
);

/**
 * Prevents the files of contents that are about to be recorded from being deleted. Waits until the deletion of such a
 * file is complete, so the caller must then verify that the files exist. Locks in the order of their keys.
 */
export const retainContents = execute(
  { sha256s: array(text) },
  ({ sha256s }) => sql`delete from ${removedContent} where ${removedContent.sha256} in (
    select r.sha256 from ${removedContent} r where r.sha256 = any(${sha256s}) order by r.sha256 for update)`,
);

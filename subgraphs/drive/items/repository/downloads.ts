import { type Executor, runStatement } from '../../../../platform/database/index.js';
import { contentTag, type StoredContent } from './items.js';

/** A file whose newest content is not stored yet. */
export interface PendingDownload {
  siteId: string;
  id: string;
  name: string;
  size: number;
  eTag: string | null;
  cTag: string | null;
  quickXorHash: string | null;
  attempts: number;
}

/** Files to download now, longest due first. */
export async function selectDownloads(
  sql: Executor,
  query: { siteId: string; now: number; limit: number },
): Promise<(PendingDownload & { contentTag: string })[]> {
  return await runStatement(
    sql,
    `select site_id as "siteId", id, name, size::float8 as size, e_tag as "eTag", c_tag as "cTag",
       quick_xor_hash as "quickXorHash", download_attempts as attempts, ${contentTag('item')} as "contentTag"
     from drive.item
     where site_id = $1 and deleted_at is null and content_state = 'pending'
       and next_download_at <= $2
     order by next_download_at, id limit $3`,
    [query.siteId, query.now, query.limit],
  );
}

/** Whether downloads are due. */
export async function hasDueDownloads(sql: Executor, query: { siteId: string; now: number }): Promise<boolean> {
  return (await selectDownloads(sql, { ...query, limit: 1 })).length > 0;
}

/** A stored content, and the item as the site described it when the download started. */
export interface CompletedDownload extends StoredContent {
  itemId: string;
  contentTag: string;
  eTag: string | null;
}

/**
 * Records downloaded contents as the newest of their items.
 * @returns the number of items that were updated; undefined, with nothing recorded, when another sync has taken over
 */
export async function recordDownloads(
  sql: Executor,
  options: { siteId: string; runId: number; downloads: readonly CompletedDownload[]; now: number },
): Promise<number | undefined> {
  const { siteId, runId, downloads, now } = options;
  const [claimed] = await runStatement<{ base: number }>(
    sql,
    `update drive.site set last_change = last_change + $3 where id = $1 and current_run_id = $2
     returning (last_change - $3)::float8 as base`,
    [siteId, runId, downloads.length],
  );
  if (claimed === undefined) return undefined;
  const [row] = await runStatement<{ count: number }>(sql, recordText, [
    siteId,
    claimed.base,
    JSON.stringify(downloads),
    now,
  ]);
  return row?.count ?? 0;
}

const recordText = `
with told as (
  select entry.place, entry.told->>'itemId' as item_id, entry.told->>'contentTag' as content_tag,
    entry.told->>'sha256' as sha256, (entry.told->>'size')::bigint as size, entry.told->>'eTag' as e_tag,
    entry.told->>'quickXorHash' as quick_xor_hash
  from jsonb_array_elements($3::text::jsonb) with ordinality as entry (told, place)
), kept as (
  insert into drive.content (sha256, size, quick_xor_hash, stored_at)
  select distinct on (sha256) sha256, size, quick_xor_hash, $4 from told on conflict do nothing
), stored as (
  update drive.item i set content_state = 'stored', content_sha256 = t.sha256, content_tag = t.content_tag,
    change = $2::bigint + t.place, download_attempts = 0, download_error = null, next_download_at = 0
  from told t
  where i.site_id = $1 and i.id = t.item_id and i.deleted_at is null and ${contentTag('i')} = t.content_tag
  returning i.id, i.name, i.parent_id, i.modified_at, i.modified_by, i.change, t.sha256, t.e_tag
), versions as (
  insert into drive.item_version (site_id, item_id, change, name, sha256, e_tag, modified_at, modified_by, stored_at)
  select $1, id, change, name, sha256, e_tag, modified_at, modified_by, $4 from stored
), logged as (
  insert into drive.change (site_id, number, item_id, kind, name, previous_name, parent_id, previous_parent_id, at)
  select $1, change, id, 'content_stored', name, name, parent_id, parent_id, $4 from stored
)
select count(*)::float8 as count from stored`;

/** Records why a download failed and when to retry it; a flagged one is retried only on request. */
export async function recordFailedDownload(
  sql: Executor,
  failure: { siteId: string; itemId: string; error: string; isFlagged: boolean; retryAt: number },
): Promise<void> {
  await runStatement(
    sql,
    `update drive.item set download_attempts = download_attempts + 1, download_error = $3,
       content_state = case when $4::boolean then 'failed' else content_state end, next_download_at = $5
     where site_id = $1 and id = $2 and content_state = 'pending'`,
    [failure.siteId, failure.itemId, failure.error, failure.isFlagged, failure.retryAt],
  );
}

/** Resets failed and deferred downloads, so that they are due now. */
export async function resetDownloads(sql: Executor, siteId: string): Promise<void> {
  await runStatement(
    sql,
    `update drive.item set content_state = 'pending', download_attempts = 0, next_download_at = 0
     where site_id = $1 and deleted_at is null and content_state in ('pending', 'failed')
       and (content_state = 'failed' or download_attempts > 0)`,
    [siteId],
  );
}

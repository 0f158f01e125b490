import { type Executor, runStatement } from '../../../platform/database/index.js';
import type { FolderEntryRecord } from '../records.js';

/** What the last scan found. */
export async function selectFolderEntries(sql: Executor, siteId: string): Promise<FolderEntryRecord[]> {
  return await runStatement(
    sql,
    `select item_id as "itemId", path, inode, size::float8 as size, modified, sha256, quick_xor_hash as "quickXorHash"
     from drive.folder_entry where site_id = $1`,
    [siteId],
  );
}

/** Keeps what a scan found: entries that differ are written, those of other items are removed. */
export async function replaceFolderEntries(
  sql: Executor,
  scan: { siteId: string; changed: readonly FolderEntryRecord[]; gone: readonly string[] },
): Promise<void> {
  await runStatement(sql, 'delete from drive.folder_entry where site_id = $1 and item_id = any($2::text[])', [
    scan.siteId,
    scan.gone,
  ]);
  await runStatement(
    sql,
    `insert into drive.folder_entry (site_id, item_id, path, inode, size, modified, sha256, quick_xor_hash)
     select $1, e."itemId", e.path, e.inode, e.size, e.modified, e.sha256, e."quickXorHash"
     from jsonb_to_recordset($2::text::jsonb) as e ("itemId" text, path text, inode text, size bigint, modified text,
       sha256 text, "quickXorHash" text)
     on conflict (site_id, item_id) do update set path = excluded.path, inode = excluded.inode, size = excluded.size,
       modified = excluded.modified, sha256 = excluded.sha256, quick_xor_hash = excluded.quick_xor_hash`,
    [scan.siteId, JSON.stringify(scan.changed)],
  );
}

/** The site of this host name and path; the offered id becomes its id when there is none yet. */
export async function keepSite(
  sql: Executor,
  site: { offeredId: string; hostname: string; path: string; name: string; webUrl: string; now: number },
): Promise<{ id: string; lastChange: number }> {
  const found = `select id, last_change::float8 as "lastChange" from drive.site where hostname = $1 and path = $2
    order by created_at limit 1`;
  const [known] = await runStatement<{ id: string; lastChange: number }>(sql, found, [site.hostname, site.path]);
  if (known !== undefined) return known;
  await runStatement(
    sql,
    'insert into drive.site (id, hostname, path, name, web_url, created_at) values ($1, $2, $3, $4, $5, $6)',
    [site.offeredId, site.hostname, site.path, site.name, site.webUrl, site.now],
  );
  return { id: site.offeredId, lastChange: 0 };
}

/** The site's newest change, under the lock of its row, for a run whose writes count. */
export async function lockSiteForRun(
  sql: Executor,
  run: { siteId: string; runId: number },
): Promise<{ lastChange: number } | undefined> {
  const rows = await runStatement<{ lastChange: number }>(
    sql,
    `select last_change::float8 as "lastChange" from drive.site where id = $1 and current_run_id = $2 for update`,
    [run.siteId, run.runId],
  );
  return rows[0];
}

import { type Executor, runStatement } from '../../../../platform/database/index.js';

/** An entry of the served folder at the last scan. */
export interface FolderEntryRecord {
  itemId: string;
  path: string;
  inode: string;
  size: number;
  modified: string;
  /** Null: a folder. */
  sha256: string | null;
  quickXorHash: string | null;
}

/** The entries of the last scan. */
export async function selectFolderEntries(sql: Executor, siteId: string): Promise<FolderEntryRecord[]> {
  return await runStatement(
    sql,
    `select item_id as "itemId", path, inode, size::float8 as size, modified, sha256, quick_xor_hash as "quickXorHash"
     from drive.folder_entry where site_id = $1`,
    [siteId],
  );
}

/** Stores the entries of a scan: writes changed ones, deletes those of removed items. */
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

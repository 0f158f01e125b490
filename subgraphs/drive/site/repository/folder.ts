import { getTableColumns, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  build,
  fetchRows,
  jsonb,
  type RowOfSelection,
  run,
  sqlFile,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { folderEntry } from '../tables.js';

const { siteId: ofSite, ...entry } = getTableColumns(folderEntry);

/** An entry of the served folder as of the last scan. Hashes are null for a directory. */
export type FolderEntryRecord = RowOfSelection<typeof entry>;

/** The entries of the served folder as of the last scan. */
export const selectFolderEntries = fetchRows({ siteId: text }, ({ siteId }) =>
  build.select(entry).from(folderEntry).where(sql`${ofSite} = ${siteId}`),
);

const deleteEntries = statement(
  { siteId: text, removedIds: array(text) },
  ({ siteId, removedIds }) =>
    sql`delete from ${folderEntry} where ${ofSite} = ${siteId} and ${entry.itemId} = any(${removedIds})`,
);
const upsertEntries = sqlFile(import.meta.url, './upsert-folder-entries.sql', {
  parameters: { siteId: text, changed: jsonb<readonly FolderEntryRecord[]>() },
});

/** Stores the result of a scan: writes changed entries, and deletes the entries of removed items. */
export async function replaceFolderEntries(
  executor: Executor,
  scan: { siteId: string; changed: readonly FolderEntryRecord[]; removedIds: readonly string[] },
): Promise<void> {
  await run(executor, deleteEntries, scan);
  await run(executor, upsertEntries, scan);
}

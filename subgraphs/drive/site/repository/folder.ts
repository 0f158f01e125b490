import { getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  execute,
  fetchRows,
  jsonb,
  queryBuilder,
  type RowOfSelection,
  sqlFile,
  text,
} from '../../../../platform/database/statements/index.js';
import { folderEntry } from '../tables.js';

const { siteId: ofSite, ...entry } = getTableColumns(folderEntry);

/** An entry of the served folder as of the last scan. Hashes are null for a directory. */
export type FolderEntryRecord = RowOfSelection<typeof entry>;

/** The entries of the served folder as of the last scan. */
export const selectFolderEntries = fetchRows({ siteId: text }, ({ siteId }) =>
  queryBuilder.select(entry).from(folderEntry).where(sql`${ofSite} = ${siteId}`),
);

/** Deletes the entries of removed items. */
export const deleteFolderEntries = execute(
  { siteId: text, removedIds: array(text) },
  ({ siteId, removedIds }) =>
    sql`delete from ${folderEntry} where ${ofSite} = ${siteId} and ${entry.itemId} = any(${removedIds})`,
);

/** Stores changed entries. */
export const upsertFolderEntries = execute(
  sqlFile(import.meta.url, './upsert-folder-entries.sql', {
    parameters: { siteId: text, changed: jsonb<readonly FolderEntryRecord[]>() },
  }),
);

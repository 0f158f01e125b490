import { type Executor, runStatement } from '../../../platform/database/index.js';
import type { ItemCounts } from '../records.js';

/** How many items a site has here, and how much of their content. */
export async function countItems(sql: Executor, siteId: string): Promise<ItemCounts> {
  const [row] = await runStatement<ItemCounts>(
    sql,
    `select count(*)::float8 as items, (count(*) filter (where content_state <> 'none'))::float8 as files,
       (count(*) filter (where is_folder))::float8 as folders,
       (count(*) filter (where content_sha256 is not null))::float8 as "storedFiles",
       coalesce(sum(content.size), 0)::float8 as "storedBytes",
       (count(*) filter (where content_state = 'pending'))::float8 as "pendingDownloads",
       (count(*) filter (where content_state = 'failed'))::float8 as "failedDownloads"
     from drive.item left join drive.content on content.sha256 = item.content_sha256
     where site_id = $1 and deleted_at is null and not is_root`,
    [siteId],
  );
  return row ?? noItems; // Counts always have a row.
}

export const noItems: ItemCounts = {
  items: 0,
  files: 0,
  folders: 0,
  storedFiles: 0,
  storedBytes: 0,
  pendingDownloads: 0,
  failedDownloads: 0,
};

import { type Executor, runStatement } from '../../../../platform/database/index.js';

/** An item of the mirror with its stored content. */
export interface MirrorItemRecord {
  id: string;
  parentId: string | null;
  name: string;
  isRoot: boolean;
  isFolder: boolean;
  mimeType: string | null;
  webUrl: string | null;
  createdAtEpoch: number | null;
  modifiedAtEpoch: number | null;
  modifiedBy: string | null;
  isDeleted: boolean;
  change: number;
  sha256: string | null;
  size: number;
  quickXorHash: string | null;
  childCount: number;
}

export interface MirrorContentRecord {
  name: string;
  mimeType: string | null;
  modifiedAtEpoch: number | null;
  sha256: string;
  size: number;
}

/**
 * Items whose newest change is after change `after`, in order of changes. Tombstones up to `tombstonesAfter` are omitted: a client
 * that lists the whole site never saw the item. Files without stored content are omitted.
 */
export async function selectChangedItems(
  sql: Executor,
  query: { siteId: string; after: number; tombstonesAfter: number; limit: number },
): Promise<MirrorItemRecord[]> {
  return await runStatement(
    sql,
    `select i.id, i.parent_id as "parentId", i.name, i.is_root as "isRoot", i.is_folder as "isFolder",
       i.mime_type as "mimeType", i.web_url as "webUrl", i.created_at as "createdAtEpoch",
       i.modified_at as "modifiedAtEpoch", i.modified_by as "modifiedBy", i.deleted_at is not null as "isDeleted",
       i.change::float8 as change, c.sha256, coalesce(c.size, 0)::float8 as size, c.quick_xor_hash as "quickXorHash",
       case when i.is_folder then (select count(*) from drive.item child
         where child.site_id = i.site_id and child.parent_id = i.id and child.deleted_at is null) else 0
       end::float8 as "childCount"
     from drive.item i left join drive.content c on c.sha256 = i.content_sha256
     where i.site_id = $1 and i.change > $2::bigint
       and (case when i.deleted_at is not null then i.change > $3::bigint
         else i.is_folder or i.is_root or c.sha256 is not null end)
     order by i.change limit $4`,
    [query.siteId, query.after, query.tombstonesAfter, query.limit],
  );
}

/** The newest stored content of a file; undefined when there is no such file or no stored content. */
export async function selectContentOf(
  sql: Executor,
  item: { siteId: string; itemId: string },
): Promise<MirrorContentRecord | undefined> {
  const rows = await runStatement<MirrorContentRecord>(
    sql,
    `select i.name, i.mime_type as "mimeType", i.modified_at as "modifiedAtEpoch", c.sha256, c.size::float8 as size
     from drive.item i join drive.content c on c.sha256 = i.content_sha256
     where i.site_id = $1 and i.id = $2 and i.deleted_at is null`,
    [item.siteId, item.itemId],
  );
  return rows[0];
}

/** The content of a version, by the number of the change that stored it. */
export async function selectContentOfVersion(
  sql: Executor,
  version: { siteId: string; itemId: string; change: number },
): Promise<MirrorContentRecord | undefined> {
  const rows = await runStatement<MirrorContentRecord>(
    sql,
    `select v.name, i.mime_type as "mimeType", v.modified_at as "modifiedAtEpoch", c.sha256, c.size::float8 as size
     from drive.item_version v join drive.content c on c.sha256 = v.sha256
     join drive.item i on i.site_id = v.site_id and i.id = v.item_id
     where v.site_id = $1 and v.item_id = $2 and v.change = $3::bigint`,
    [version.siteId, version.itemId, version.change],
  );
  return rows[0];
}

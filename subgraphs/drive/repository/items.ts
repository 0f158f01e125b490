import { type Executor, runStatement, StatementTexts } from '../../../platform/database/index.js';
import type { ChangeRecord, ItemFields, ItemRecord, ItemRow, StoredContent, VersionRecord } from '../records.js';
import { itemColumns, itemParts } from './item-columns.js';

export interface ItemKey {
  siteId: string;
  id: string;
}

/** Equal for equal keys. */
export function keyOf({ siteId, id }: ItemKey): string {
  return `${siteId}\0${id}`;
}

const texts = new StatementTexts<ItemFields>();

/** The items of these keys, tombstones too, in any order. */
export async function selectItems(
  sql: Executor,
  { keys, fields }: { keys: readonly ItemKey[]; fields: ItemFields },
): Promise<ItemRecord[]> {
  const text = texts.text(fields, 'by key', () => {
    const rows = `select item.* from drive.item
      join unnest($1::text[], $2::text[]) as wanted (site_id, id) using (site_id, id)`;
    const { tables, columns, joins } = itemParts(rows, fields);
    return `with recursive ${tables} select ${columns} from item ${joins}`;
  });
  return await runStatement(sql, text, columnsOf(keys));
}

/** Items of a site that are there, the last changed first, before the change numbered `before`. */
export async function selectNewestItems(
  sql: Executor,
  query: { siteId: string; before: number | null; limit: number },
): Promise<ItemRow[]> {
  return await runStatement(
    sql,
    `select ${itemColumns('item')} from drive.item
     where site_id = $1 and deleted_at is null and ($2::bigint is null or change < $2::bigint)
     order by change desc limit $3`,
    [query.siteId, query.before, query.limit],
  );
}

/** What lies in each of these folders, by name, behind a place in that order. */
export async function selectChildren(
  sql: Executor,
  query: { folders: readonly ItemKey[]; behind: { name: string; id: string } | null; limit: number },
): Promise<ItemRow[]> {
  const { folders, behind, limit } = query;
  const text = `select child.* from unnest($1::text[], $2::text[]) as folder (site_id, id)
    cross join lateral (
      select ${itemColumns('item')} from drive.item
      where item.site_id = folder.site_id and item.parent_id = folder.id and item.deleted_at is null
        and ($3::text is null or (item.name, item.id) > ($3::text collate "C", $4::text collate "C"))
      order by item.name, item.id limit $5
    ) child`;
  return await runStatement(sql, text, [...columnsOf(folders), behind?.name ?? null, behind?.id ?? null, limit]);
}

/** The root of each of these sites. */
export async function selectRoots(sql: Executor, siteIds: readonly string[]): Promise<ItemRow[]> {
  const text = `select ${itemColumns('item')} from drive.item
    where site_id = any($1::text[]) and is_root and deleted_at is null`;
  return await runStatement(sql, text, [siteIds]);
}

/** Every content that these items have had here, the newest first. */
export async function selectVersions(sql: Executor, keys: readonly ItemKey[]): Promise<VersionRecord[]> {
  const text = `select v.site_id as "siteId", v.item_id as "itemId", v.change::float8 as change, v.name, v.sha256,
      content.size::float8 as size, content.quick_xor_hash as "quickXorHash", v.e_tag as "eTag",
      v.modified_at as "modifiedAtEpoch", v.modified_by as "modifiedBy", v.stored_at as "storedAtEpoch"
    from drive.item_version v join drive.content on content.sha256 = v.sha256
    join unnest($1::text[], $2::text[]) as wanted (site_id, item_id) using (site_id, item_id)
    order by v.change desc`;
  return await runStatement(sql, text, columnsOf(keys));
}

/** What is stored under these names. */
export async function selectContents(sql: Executor, sha256s: readonly string[]): Promise<StoredContent[]> {
  const text = `select sha256, size::float8 as size, quick_xor_hash as "quickXorHash" from drive.content
    where sha256 = any($1::text[])`;
  return await runStatement(sql, text, [sha256s]);
}

/** Changes of a site, the newest first, before the one numbered `before`. */
export async function selectChanges(
  sql: Executor,
  query: { siteId: string; before: number | null; limit: number },
): Promise<ChangeRecord[]> {
  return await runStatement(
    sql,
    `select site_id as "siteId", number::float8 as number, item_id as "itemId", kind, name,
       previous_name as "previousName", parent_id as "parentId", previous_parent_id as "previousParentId",
       at as "atEpoch"
     from drive.change where site_id = $1 and ($2::bigint is null or number < $2::bigint)
     order by number desc limit $3`,
    [query.siteId, query.before, query.limit],
  );
}

/** Each key once, however often it is asked for: a statement that joins the keys would give its rows as often. */
export function columnsOf(keys: readonly ItemKey[]): [siteIds: string[], ids: string[]] {
  const unique = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  return [unique.map((key) => key.siteId), unique.map((key) => key.id)];
}

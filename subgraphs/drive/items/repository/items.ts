import { type Executor, runStatement, StatementTexts } from '../../../../platform/database/index.js';
import type { FieldSet } from '../../../../platform/field-set.js';
import type { ContentState, DriveChangeKind } from '../vocabulary.js';

/** An item as it is stored. Times are Unix epoch seconds. */
export interface ItemRow {
  siteId: string;
  id: string;
  parentId: string | null;
  name: string;
  isRoot: boolean;
  isFolder: boolean;
  size: number;
  eTag: string | null;
  cTag: string | null;
  mimeType: string | null;
  webUrl: string | null;
  createdAtEpoch: number | null;
  modifiedAtEpoch: number | null;
  modifiedBy: string | null;
  quickXorHash: string | null;
  deletedAtEpoch: number | null;
  change: number;
  contentState: ContentState;
  contentSha256: string | null;
  downloadAttempts: number;
  downloadError: string | null;
}

/** `path` is computed from the names of the parent folders. */
export type ItemField = keyof ItemRow | 'path';
export type ItemFields = FieldSet<ItemField>;

/** An item with its key and the requested fields. `path` is null when a parent folder is unknown. */
export type ItemRecord = Partial<ItemRow> & Pick<ItemRow, 'siteId' | 'id'> & { path?: string | null };

export interface VersionRecord {
  siteId: string;
  itemId: string;
  change: number;
  name: string;
  sha256: string;
  size: number;
  quickXorHash: string;
  eTag: string | null;
  modifiedAtEpoch: number | null;
  modifiedBy: string | null;
  storedAtEpoch: number;
}

/** A content in the store. */
export interface StoredContent {
  sha256: string;
  size: number;
  quickXorHash: string;
}

export interface ChangeRecord {
  siteId: string;
  number: number;
  itemId: string;
  kind: DriveChangeKind;
  name: string;
  previousName: string | null;
  parentId: string | null;
  previousParentId: string | null;
  atEpoch: number;
}

/**
 * SQL that identifies a content of a file as the site describes it: by its hash if reported, otherwise by its tag.
 * `table` is the name of a row of drive.item in the statement.
 */
export function contentTag(table: string): string {
  return `coalesce('hash ' || ${table}.quick_xor_hash, 'tag ' || coalesce(${table}.c_tag, ${table}.e_tag, '')) || ' ' || ${table}.size`;
}

const columns: Readonly<Record<keyof ItemRow, string>> = {
  siteId: 'site_id',
  id: 'id',
  parentId: 'parent_id',
  name: 'name',
  isRoot: 'is_root',
  isFolder: 'is_folder',
  size: 'size::float8',
  eTag: 'e_tag',
  cTag: 'c_tag',
  mimeType: 'mime_type',
  webUrl: 'web_url',
  createdAtEpoch: 'created_at',
  modifiedAtEpoch: 'modified_at',
  modifiedBy: 'modified_by',
  quickXorHash: 'quick_xor_hash',
  deletedAtEpoch: 'deleted_at',
  change: 'change::float8',
  contentState: 'content_state',
  contentSha256: 'content_sha256',
  downloadAttempts: 'download_attempts',
  downloadError: 'download_error',
};

/** The columns of a whole item in the names of the records. */
export function itemColumns(table: string): string {
  return columnsOfFields(table, Object.keys(columns) as (keyof ItemRow)[]); // TypeScript takes the keys for any text.
}

function columnsOfFields(table: string, fields: readonly (keyof ItemRow)[], prefix = ''): string {
  return fields.map((field) => `${table}.${columns[field]} as "${prefix}${field}"`).join(', ');
}

/** The parts of a statement that reads some fields of items. */
interface ItemParts {
  /** Follows `with recursive`: the rows of the items as `item`, and the folders that their paths need. */
  readonly tables: string;
  /** The fields under the names of the records, keys first. */
  readonly columns: string;
  /** Follows `item` in the from clause. */
  readonly joins: string;
}

/**
 * How to read these fields of the items that `rows` selects.
 * @param prefix of the column names: `item.` when the items are joined to other rows
 */
export function itemParts(rows: string, fields: ItemFields, prefix = ''): ItemParts {
  const stored = fields.names.filter((name) => name !== 'path');
  const own = columnsOfFields('item', [...new Set(['siteId', 'id', ...stored] as const)], prefix);
  const tables = `item as materialized (${rows})`;
  if (stored.length === fields.names.length) return { tables, columns: own, joins: '' };
  return {
    tables: `${tables}, ${foldersAbove}`,
    columns: `${own}, case when item.is_root then '/' else folder.path || '/' || item.name end as "${prefix}path"`,
    joins: 'left join folder on folder.site_id = item.site_id and folder.id = item.parent_id and folder.is_root',
  };
}

/** Maximum depth of a folder; a longer path is a cycle. */
const maxDepth = 200;

/**
 * The parent folders of `item`, each with its path up to the ancestor of the row; the row whose ancestor is the root has the whole path.
 * Items that are read together mostly share their folders, so the path of each folder is computed once.
 */
const foldersAbove = `folder as (
    select above.site_id, above.id, above.parent_id, above.is_root,
      case when above.is_root then '' else '/' || above.name end as path, 2 as depth
    from (select distinct site_id, parent_id from item where not is_root) below
    join drive.item above on above.site_id = below.site_id and above.id = below.parent_id
    union all
    select folder.site_id, folder.id, above.parent_id, above.is_root,
      case when above.is_root then folder.path else '/' || above.name || folder.path end, folder.depth + 1
    from folder join drive.item above on above.site_id = folder.site_id and above.id = folder.parent_id
    where not folder.is_root and folder.depth < ${maxDepth}
  )`;

export interface ItemKey {
  siteId: string;
  id: string;
}

/** The key as a string, for maps. */
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

/** Items of a site that are not deleted, most recently changed first; only those changed before change `before`. */
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

/** Items in each of these folders, by name, after a position in that order. */
export async function selectChildren(
  sql: Executor,
  query: { folders: readonly ItemKey[]; after: { name: string; id: string } | null; limit: number },
): Promise<ItemRow[]> {
  const { folders, after, limit } = query;
  const text = `select child.* from unnest($1::text[], $2::text[]) as folder (site_id, id)
    cross join lateral (
      select ${itemColumns('item')} from drive.item
      where item.site_id = folder.site_id and item.parent_id = folder.id and item.deleted_at is null
        and ($3::text is null or (item.name, item.id) > ($3::text collate "C", $4::text collate "C"))
      order by item.name, item.id limit $5
    ) child`;
  return await runStatement(sql, text, [...columnsOf(folders), after?.name ?? null, after?.id ?? null, limit]);
}

/** A list of items that are not deleted: those in a folder, or all of a site. */
export interface ItemList {
  siteId: string;
  folderId: string | null;
}

/** The number of items in each list, in the order of the lists. */
export async function countItemsOfLists(sql: Executor, lists: readonly ItemList[]): Promise<number[]> {
  const text = `select case when list.folder_id is null
      then (select count(*) from drive.item i where i.site_id = list.site_id and i.deleted_at is null)
      else (select count(*) from drive.item i
        where i.site_id = list.site_id and i.parent_id = list.folder_id and i.deleted_at is null)
    end::float8 as count
    from unnest($1::text[], $2::text[]) with ordinality as list (site_id, folder_id, position) order by position`;
  const parameters = [lists.map(({ siteId }) => siteId), lists.map(({ folderId }) => folderId)];
  const rows = await runStatement<{ count: number }>(sql, text, parameters);
  return rows.map(({ count }) => count);
}

/** The root of each of these sites. */
export async function selectRoots(sql: Executor, siteIds: readonly string[]): Promise<ItemRow[]> {
  const text = `select ${itemColumns('item')} from drive.item
    where site_id = any($1::text[]) and is_root and deleted_at is null`;
  return await runStatement(sql, text, [siteIds]);
}

/** Stored versions of these items, newest first. */
export async function selectVersions(sql: Executor, keys: readonly ItemKey[]): Promise<VersionRecord[]> {
  const text = `select v.site_id as "siteId", v.item_id as "itemId", v.change::float8 as change, v.name, v.sha256,
      content.size::float8 as size, content.quick_xor_hash as "quickXorHash", v.e_tag as "eTag",
      v.modified_at as "modifiedAtEpoch", v.modified_by as "modifiedBy", v.stored_at as "storedAtEpoch"
    from drive.item_version v join drive.content on content.sha256 = v.sha256
    join unnest($1::text[], $2::text[]) as wanted (site_id, item_id) using (site_id, item_id)
    order by v.change desc`;
  return await runStatement(sql, text, columnsOf(keys));
}

/** The stored contents with these hashes. */
export async function selectContents(sql: Executor, sha256s: readonly string[]): Promise<StoredContent[]> {
  const text = `select sha256, size::float8 as size, quick_xor_hash as "quickXorHash" from drive.content
    where sha256 = any($1::text[])`;
  return await runStatement(sql, text, [sha256s]);
}

/** Changes of a site, newest first; only those before change `before`. */
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

/** The keys as two columns, without duplicates: a join would repeat their rows. */
export function columnsOf(keys: readonly ItemKey[]): [siteIds: string[], ids: string[]] {
  const unique = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  return [unique.map((key) => key.siteId), unique.map((key) => key.id)];
}

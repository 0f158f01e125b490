import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { type Executor, likePattern } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  boolean,
  byFields,
  cast,
  encodedFrom,
  fetchRows,
  float8,
  integer,
  nullable,
  queryBuilder,
  type RowOfSelection,
  rawQuery,
  run,
  selectFields,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import type { FieldSet } from '../../../../platform/field-set.js';
import { normalizationForms } from '../../names.js';
import { change, content, item, itemVersion } from '../tables.js';

/** Alias of the item table in joins and subqueries. */
const row = alias(item, 'item');

/** All readable fields of an item. `path` is null if a parent folder is unknown. */
const selection = {
  ...getTableColumns(row),
  path: cast(nullable(text), sql`case when ${row.isRoot} then '/' else folder.path || '/' || ${row.name} end`),
};

/** A stored item. Times are Unix epoch seconds. */
export type ItemRow = typeof item.$inferSelect;
export type ItemField = keyof typeof selection;
export type ItemFields = FieldSet<ItemField>;
export const itemFieldNames = new Set(Object.keys(selection) as ItemField[]); // The keys of `selection`.
/** An item with its key and the requested fields. */
export type ItemRecord = RowOfSelection<ReturnType<typeof itemFieldsOf>>;
export type ChangeRecord = typeof change.$inferSelect;
/** Metadata of stored content. */
export type StoredContent = Pick<typeof content.$inferSelect, 'sha256' | 'size' | 'quickXorHash'>;

/** The columns to select for the requested fields; always includes the key. */
export function itemFieldsOf({ names }: ItemFields) {
  return { ...selectFields(selection, names), siteId: row.siteId, id: row.id };
}

/**
 * SQL expression that identifies the content of a file as the site reports it: by its quickXorHash, or by its cTag or
 * eTag if no hash is reported, and by its size.
 */
export function contentTag(columns: Readonly<Record<'quickXorHash' | 'cTag' | 'eTag' | 'size', AnyPgColumn>>): SQL {
  const { quickXorHash, cTag, eTag, size } = columns;
  return sql`coalesce('hash ' || ${quickXorHash}, 'tag ' || coalesce(${cTag}, ${eTag}, '')) || ' ' || ${size}`;
}

/**
 * SQL parts for reading the given fields of the items that `found` selects. `tables`: common table expressions to put
 * after `with recursive`; `item` contains the items, and `folder` the folders of their paths. `joins`: joins to put
 * after `from item`.
 */
export function itemParts(found: SQL, fields: ItemFields): { tables: SQL; joins: SQL } {
  const tables = sql`item as materialized (${found})`;
  if (!fields.names.includes('path')) return { tables, joins: sql`` };
  return {
    tables: sql`${tables}, ${foldersAbove}`,
    joins: sql`left join folder on folder.site_id = item.site_id and folder.id = item.parent_id and folder.is_root`,
  };
}

/** Maximum depth of a folder; a deeper path is considered a cycle. */
const maxDepth = 200;

/**
 * Recursive common table expression of the parent folders of `item`. Each row has a path that is complete up to one
 * ancestor; the row with `is_root` has the whole path. Items that are read together often share folders, so the path of
 * each folder is computed only once.
 */
const foldersAbove = sql`folder as (
    select above.site_id, above.id, above.parent_id, above.is_root,
      case when above.is_root then '' else '/' || above.name end as path, 2 as depth
    from (select distinct site_id, parent_id from item where not is_root) below
    join ${item} above on above.site_id = below.site_id and above.id = below.parent_id
    union all
    select folder.site_id, folder.id, above.parent_id, above.is_root,
      case when above.is_root then folder.path else '/' || above.name || folder.path end, folder.depth + 1
    from folder join ${item} above on above.site_id = folder.site_id and above.id = folder.parent_id
    where not folder.is_root and folder.depth < ${maxDepth}
  )`;

export type ItemKey = Pick<ItemRow, 'siteId' | 'id'>;

/** The key of an item as a string, for use in maps. */
export function keyOf({ siteId, id }: ItemKey): string {
  return `${siteId}\0${id}`;
}

/**
 * Statement parameters for a list of item keys. `columnsOf` provides their values without duplicates, because a join
 * would return duplicate rows.
 */
export const keyTypes = { siteIds: array(text), ids: array(text) };
export function columnsOf(keys: readonly ItemKey[]): { siteIds: string[]; ids: string[] } {
  const unique = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  return { siteIds: unique.map((key) => key.siteId), ids: unique.map((key) => key.id) };
}

const byKeys = byFields(
  () => '',
  ({ fields }: { fields: ItemFields }) =>
    statement(keyTypes, ({ siteIds, ids }) => {
      const found = sql`select item.* from ${item} join unnest(${siteIds}, ${ids}) as wanted (site_id, id) using (site_id, id)`;
      const { tables, joins } = itemParts(found, fields);
      return rawQuery(
        itemFieldsOf(fields),
        (columns) => sql`with recursive ${tables} select ${columns} from item ${joins}`,
      );
    }),
);

/** The items with these keys, including deleted ones, in any order. */
export async function selectItems(
  executor: Executor,
  query: { keys: readonly ItemKey[]; fields: ItemFields },
): Promise<ItemRecord[]> {
  return await run(executor, byKeys(query), columnsOf(query.keys));
}

/**
 * Parameters for a page of numbered rows of a site: at most `limit` rows with numbers below `before`, highest number
 * first.
 */
export const pageTypes = { siteId: text, before: bigint, limit: integer };

/** Items of a site that are not deleted, most recently changed first. */
export const selectNewestItems = fetchRows(pageTypes, ({ siteId, before, limit }) =>
  rawQuery(
    getTableColumns(item),
    (columns) => sql`select ${columns} from ${item}
        where ${item.siteId} = ${siteId} and ${item.deletedAtEpoch} is null and ${item.change} < ${before}
        order by ${item.change} desc limit ${limit}`,
  ),
);

const searchTypes = {
  siteId: text,
  name: encodedFrom(array(text), (name: string) => normalizationForms(name).map(likePattern)),
  contentState: nullable(text),
  hasMalware: nullable(boolean),
  isExcluded: nullable(boolean),
  limit: integer,
};

/**
 * Items of a site that are not deleted, contain a string in their name, and meet the other conditions (null: any); most
 * recently changed first.
 */
export const selectItemsByName = fetchRows(
  searchTypes,
  ({ siteId, name, contentState, hasMalware, isExcluded, limit }) =>
    rawQuery(
      getTableColumns(item),
      (columns) => sql`select ${columns} from ${item}
        where ${item.siteId} = ${siteId} and ${item.deletedAtEpoch} is null and not ${item.isRoot} 
          and ${item.name} collate "default" ilike any(${name})
          and (${contentState} is null or ${item.contentState}::text = ${contentState})
          and (${hasMalware} is null or (${item.malware} is not null) = ${hasMalware})
          and (${isExcluded} is null or coalesce(${item.nextDownloadAtEpoch} = 'infinity', false) = ${isExcluded})
        order by ${item.change} desc limit ${limit}`,
    ),
);

const childTypes = { ...keyTypes, afterName: nullable(text), afterId: nullable(text), limit: integer };
const children = statement(childTypes, ({ siteIds, ids, afterName, afterId, limit }) =>
  rawQuery(
    getTableColumns(row),
    (columns) => sql`select ${columns} from unnest(${siteIds}, ${ids}) as folder (site_id, id)
      cross join lateral (
        select * from ${item}
        where ${item.siteId} = folder.site_id and ${item.parentId} = folder.id and ${item.deletedAtEpoch} is null
          and (${afterName} is null or (${item.name}, ${item.id}) > (${afterName} collate "C", ${afterId} collate "C"))
        order by ${item.name}, ${item.id} limit ${limit}
      ) item`,
  ),
);

/** Items in each of these folders, sorted by name, after a position in that order. */
export async function selectChildren(
  executor: Executor,
  query: { folders: readonly ItemKey[]; after: { name: string; id: string } | null; limit: number },
): Promise<ItemRow[]> {
  const { folders, after, limit } = query;
  const position = { afterName: after?.name ?? null, afterId: after?.id ?? null };
  return await run(executor, children, { ...columnsOf(folders), ...position, limit });
}

/** Identifies a list of items that are not deleted: those in a folder, or all items of a site if `folderId` is null. */
export interface ItemList {
  readonly siteId: string;
  readonly folderId: string | null;
}

const counts = statement({ siteIds: array(text), folderIds: array(nullable(text)) }, ({ siteIds, folderIds }) => {
  const ofSite = sql`(select count(*) from ${item} where ${item.siteId} = list.site_id and ${item.deletedAtEpoch} is null)`;
  const ofFolder = sql`(select count(*) from ${item}
    where ${item.siteId} = list.site_id and ${item.parentId} = list.folder_id and ${item.deletedAtEpoch} is null)`;
  return rawQuery(
    { count: cast(float8, sql`case when list.folder_id is null then ${ofSite} else ${ofFolder} end`) },
    (columns) => sql`select ${columns}
      from unnest(${siteIds}, ${folderIds}) with ordinality as list (site_id, folder_id, position) order by position`,
  );
});

/** The number of items in each list, in the order of the lists. */
export async function countItemsOfLists(executor: Executor, lists: readonly ItemList[]): Promise<number[]> {
  const columns = { siteIds: lists.map(({ siteId }) => siteId), folderIds: lists.map(({ folderId }) => folderId) };
  return (await run(executor, counts, columns)).map(({ count }) => count);
}

/** The root folder of each of these sites. */
export const selectRoots = fetchRows({ siteIds: array(text) }, ({ siteIds }) =>
  queryBuilder
    .select()
    .from(item)
    .where(sql`${item.siteId} = any(${siteIds}) and ${item.isRoot} and ${item.deletedAtEpoch} is null`),
);

/** A stored version with its content. */
const versionRow = alias(itemVersion, 'item_version');
const version = { ...getTableColumns(versionRow), size: content.size, quickXorHash: content.quickXorHash };
export type VersionRecord = RowOfSelection<typeof version>;

const versions = statement({ ...keyTypes, before: bigint, limit: integer }, ({ siteIds, ids, before, limit }) =>
  rawQuery(
    version,
    (columns) => sql`select ${columns} from unnest(${siteIds}, ${ids}) as wanted (site_id, item_id)
      cross join lateral (
        select * from ${itemVersion} v
        where v.site_id = wanted.site_id and v.item_id = wanted.item_id and v.change < ${before}
        order by v.change desc limit ${limit}
      ) item_version
      join ${content} on ${content.sha256} = ${versionRow.sha256}
      order by ${versionRow.change} desc`,
  ),
);

/** At most `limit` stored versions of each of these items that were stored before a change, newest first. */
export async function selectVersions(
  executor: Executor,
  { keys, ...page }: { keys: readonly ItemKey[]; before: number; limit: number },
): Promise<VersionRecord[]> {
  return await run(executor, versions, { ...columnsOf(keys), ...page });
}

/** Identifies a version: its item, and the number of the change that stored it. */
export type VersionKey = ItemKey & { readonly change: number };

const versionsByKeys = statement({ ...keyTypes, changes: array(bigint) }, ({ siteIds, ids, changes }) =>
  rawQuery(
    version,
    (columns) => sql`select ${columns} from unnest(${siteIds}, ${ids}, ${changes}) as wanted (site_id, item_id, change)
        join ${itemVersion} item_version using (site_id, item_id, change)
        join ${content} on ${content.sha256} = ${versionRow.sha256}`,
  ),
);

/** The versions with these keys, which must be different. */
export async function selectVersionsByKeys(executor: Executor, keys: readonly VersionKey[]): Promise<VersionRecord[]> {
  return await run(executor, versionsByKeys, {
    siteIds: keys.map(({ siteId }) => siteId),
    ids: keys.map(({ id }) => id),
    changes: keys.map(({ change }) => change),
  });
}

/** The stored contents with these SHA-256 hashes. */
export const selectContents = fetchRows({ sha256s: array(text) }, ({ sha256s }) =>
  queryBuilder.select().from(content).where(sql`${content.sha256} = any(${sha256s})`),
);

/** Changes of a site, newest first. */
export const selectChanges = fetchRows(pageTypes, ({ siteId, before, limit }) =>
  rawQuery(
    getTableColumns(change),
    (columns) => sql`select ${columns} from ${change}
        where ${change.siteId} = ${siteId} and ${change.number} < ${before}
        order by ${change.number} desc limit ${limit}`,
  ),
);

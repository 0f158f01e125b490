import type { ItemFields, ItemRow } from '../records.js';

/**
 * What tells one content of a file from another, as the site describes it: the hash where it gives one, otherwise its tag.
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
  /** Goes behind `with recursive`: `item`, the rows of the items, and what their paths need. */
  readonly tables: string;
  /** The fields in the names of the records, the keys of the items before all others. */
  readonly columns: string;
  /** Goes behind `item`, wherever that is joined. */
  readonly joins: string;
}

/**
 * How to read these fields of the items that `rows` selects.
 * @param prefix goes before the names of the columns: `item.` where the items are joined to other rows
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

/** How deep a folder may lie; a path that is longer leads in circles. */
const deepest = 200;

/**
 * The folders that rows of `item` lie in, each with its path as far as the folder above has been found; the row that has found the root
 * has all of it. Items that are asked for together mostly share their folders, so each folder's path is found once.
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
    where not folder.is_root and folder.depth < ${deepest}
  )`;

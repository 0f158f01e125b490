import type { ItemRow } from '../records.js';

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

/** The columns of these fields in the names of the records. */
export function columnsOfFields(table: string, fields: readonly (keyof ItemRow)[]): string {
  return fields.map((field) => `${table}.${columns[field]} as "${field}"`).join(', ');
}

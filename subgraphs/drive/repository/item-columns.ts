/**
 * What tells one content of a file from another, as the site describes it: the hash where it gives one, otherwise its tag.
 * `table` is the name of a row of drive.item in the statement.
 */
export function contentTag(table: string): string {
  return `coalesce('hash ' || ${table}.quick_xor_hash, 'tag ' || coalesce(${table}.c_tag, ${table}.e_tag, '')) || ' ' || ${table}.size`;
}

/** The columns of an item in the names of the records. */
export function itemColumns(table: string): string {
  const columns: readonly (readonly [name: string, text: string])[] = [
    ['siteId', 'site_id'],
    ['id', 'id'],
    ['parentId', 'parent_id'],
    ['name', 'name'],
    ['isRoot', 'is_root'],
    ['isFolder', 'is_folder'],
    ['size', 'size::float8'],
    ['eTag', 'e_tag'],
    ['cTag', 'c_tag'],
    ['mimeType', 'mime_type'],
    ['webUrl', 'web_url'],
    ['createdAtEpoch', 'created_at'],
    ['modifiedAtEpoch', 'modified_at'],
    ['modifiedBy', 'modified_by'],
    ['quickXorHash', 'quick_xor_hash'],
    ['deletedAtEpoch', 'deleted_at'],
    ['change', 'change::float8'],
    ['contentState', 'content_state'],
    ['contentSha256', 'content_sha256'],
    ['downloadAttempts', 'download_attempts'],
    ['downloadError', 'download_error'],
  ];
  return columns.map(([name, text]) => `${table}.${text} as "${name}"`).join(', ');
}

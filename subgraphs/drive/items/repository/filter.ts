import { sql } from 'drizzle-orm';
import { array, bigint, execute, jsonb, nullable, text } from '../../../../platform/database/statements/index.js';
import { fieldSet } from '../../../../platform/field-set.js';
import { type AppliedFilter, item, site } from '../tables.js';
import { type ItemField, itemParts } from './items.js';

/** Stores the filter that was last applied to the items of a site. */
export const setAppliedFilter = execute(
  { siteId: text, filter: nullable(jsonb<AppliedFilter>()) },
  ({ siteId, filter }) => sql`update ${site} set applied_filter = ${filter} where ${site.id} = ${siteId}`,
);

const pathField = fieldSet<ItemField>(['path']);

/**
 * Applies the filter of a site to the files that changed after change `since`, and to files below folders that did.
 * Excluded files are never due for download; files that are no longer excluded are due now. Stored contents are not
 * deleted. `folders` and `excludedFolders` are absolute paths, `names` and `excludedNames` are LIKE patterns, all in
 * NFC, because the form of stored names depends on the client; an empty list sets no condition. Case is ignored by the
 * collation of the database, because the collation of names covers only ASCII letters.
 */
export const applyFilter = execute(
  {
    ...{ siteId: text, since: bigint },
    ...{ folders: array(text), excludedFolders: array(text), names: array(text), excludedNames: array(text) },
    maxBytes: nullable(bigint),
  },
  (parameters) => {
    const found = sql`select i.* from (select distinct id from affected) affected
        join ${item} i on i.site_id = ${parameters.siteId} and i.id = affected.id
        where i.deleted_at is null and i.content_state <> 'none'`;
    const { tables, joins } = itemParts(found, pathField);
    const isBelow = (folders: typeof parameters.folders) =>
      sql`exists (select from unnest(${folders}) as f (path) where starts_with(named.path, lower(f.path) || '/'))`;
    // `named` is materialized, because each condition would otherwise normalize the path again.
    return sql`with recursive affected as (
          select i.id from ${item} i where i.site_id = ${parameters.siteId} and i.change > ${parameters.since}
          union
          select i.id from affected join ${item} i on i.site_id = ${parameters.siteId} and i.parent_id = affected.id
        ), ${tables}, named as materialized (
          select item.id, item.size, lower(normalize(folder.path || '/' || item.name) collate "default") as path,
            normalize(item.name) collate "default" as name
          from item ${joins}
        ), compared as (
          select named.id, (cardinality(${parameters.folders}) = 0 or ${isBelow(parameters.folders)})
            and not ${isBelow(parameters.excludedFolders)}
            and (cardinality(${parameters.names}) = 0 or named.name ilike any(${parameters.names}))
            and not named.name ilike any(${parameters.excludedNames})
            and (${parameters.maxBytes} is null or named.size <= ${parameters.maxBytes}) as is_included
          from named
        )
        update ${item} t set next_download_at = case when compared.is_included then 0 else 'infinity'::float8 end
        from compared where t.site_id = ${parameters.siteId} and t.id = compared.id
          and compared.is_included is distinct from (t.next_download_at < 'infinity')`;
  },
);

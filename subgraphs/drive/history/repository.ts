import { type SQL, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  boolean,
  cast,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  integer,
  nullable,
  type Placeholders,
  type RowOf,
  rawQuery,
  statement,
  text,
} from '../../../platform/database/statements/index.js';
import { change, content, item, itemVersion, site } from '../items/tables.js';

/**
 * Numbers of the last change of a site, and of its last change up to a time (Unix epoch seconds); 0 if there is none.
 */
export const selectPointInTime = fetchRow({ siteId: text, at: float8 }, ({ siteId, at }) =>
  rawQuery(
    {
      lastChange: site.lastChange,
      change: cast(
        float8,
        sql`(select coalesce(max(c.number), 0) from ${change} c where c.site_id = ${siteId} and c.at <= ${at})`,
      ),
    },
    (columns) => sql`select ${columns} from ${site} where ${site.id} = ${siteId}`,
  ),
);

/**
 * A folder of a site as of a change. `folder`: its path, which is empty for the root and otherwise begins with a slash.
 */
const treeTypes = { siteId: text, change: bigint, folder: text };

/** Maximum depth of a folder; a deeper path is considered a cycle. */
const maxDepth = 200;

/**
 * Common table expressions. `entry` contains the folder and the items below it as of the change, each with the version
 * that was stored by then. The name and folder of an item, or its deletion, are those of its last change.
 */
function treeOf({ siteId, change: last, folder }: Placeholders<typeof treeTypes>): SQL {
  return sql`latest as materialized (
      select distinct on (c.item_id) c.item_id, c.kind, c.name, c.parent_id from ${change} c
      where c.site_id = ${siteId} and c.number <= ${last} order by c.item_id, c.number desc
    ), tree as (
      select i.id, ''::text collate "C" as name, ''::text collate "C" as path, array[]::text[] as names, 0 as depth,
        true as is_folder
      from ${item} i where i.site_id = ${siteId} and i.is_root
      union all
      select i.id, latest.name collate "C", (tree.path || '/' || latest.name) collate "C", tree.names || latest.name::text,
        tree.depth + 1, i.is_folder
      from tree join latest on latest.parent_id = tree.id
      join ${item} i on i.site_id = ${siteId} and i.id = latest.item_id
      where latest.kind <> 'deleted' and tree.depth < ${maxDepth}
    ), entry as (
      select tree.*, v.change as version, v.sha256, v.modified_at, c.size from tree
      left join lateral (
        select * from ${itemVersion} v
        where v.site_id = ${siteId} and v.item_id = tree.id and v.change <= ${last} order by v.change desc limit 1
      ) v on not tree.is_folder
      left join ${content} c on c.sha256 = v.sha256
      where tree.path = ${folder} or starts_with(tree.path, ${folder} || '/')
    )`;
}

/**
 * At most two paths of folders that existed as of the change and differ from `path` at most in case and Unicode
 * normalization. `folder`: the folder to search.
 */
export const selectSimilarFolders = fetchRows({ ...treeTypes, path: text }, ({ path, ...tree }) =>
  rawQuery(
    { path: cast(text, sql`entry.path`) },
    (columns) => sql`with recursive ${treeOf(tree)} select ${columns} from entry
      where entry.is_folder
        and lower(normalize(entry.path) collate "default") = lower(normalize(${path}) collate "default") limit 2`,
  ),
);

const isFile = sql`not entry.is_folder`;
export const summarizeTree = fetchOne(treeTypes, (parameters) =>
  rawQuery(
    {
      exists: cast(boolean, sql`coalesce(bool_or(entry.path = ${parameters.folder} and entry.is_folder), false)`),
      folders: cast(float8, sql`count(*) filter (where entry.is_folder and entry.path <> ${parameters.folder})`),
      files: cast(float8, sql`count(*) filter (where ${isFile})`),
      missingFiles: cast(float8, sql`count(*) filter (where ${isFile} and entry.sha256 is null)`),
      bytes: cast(float8, sql`coalesce(sum(entry.size), 0)::float8`),
    },
    (columns) => sql`with recursive ${treeOf(parameters)} select ${columns} from entry`,
  ),
);

/** Counts of the items in a tree. `exists`: whether the folder itself existed. */
export type TreeSummary = RowOf<typeof summarizeTree>;
const entryFields = {
  itemId: cast(text, sql`entry.id`),
  name: cast(text, sql`entry.name`),
  path: cast(text, sql`entry.path`),
  isFolder: cast(boolean, sql`entry.is_folder`),
  version: cast(nullable(float8), sql`entry.version`),
};

const conditionTypes = { name: text, extensions: nullable(array(text)), isFolder: nullable(boolean) };

const entries = statement(
  { ...treeTypes, ...conditionTypes, depth: nullable(integer), afterPath: text, afterId: text, limit: integer },
  ({ depth, afterPath, afterId, name, extensions, isFolder, limit, ...tree }) =>
    rawQuery(
      entryFields,
      (columns) => sql`with recursive ${treeOf(tree)} select ${columns} from entry
        where entry.path > ${tree.folder} collate "C"
        and (entry.path, entry.id) > (${afterPath} collate "C", ${afterId} collate "C")
        and (${depth} is null or entry.depth = ${depth})
        and (${name} = '' or strpos(lower(normalize(entry.name) collate "default"), lower(${name})) > 0)
        and (${isFolder} is null or entry.is_folder = ${isFolder})
        and (${extensions} is null or not entry.is_folder
          and lower(substring(normalize(entry.name) collate "default" from '[.]([^.]+)$')) = any (${extensions}))
        order by entry.path, entry.id limit ${limit}`,
    ),
);

export type TreeEntryRow = RowOf<typeof entries>;

/**
 * Entries below the folder, sorted by path and id, because the paths of several items can be equal, after the item
 * `afterId` with the path `afterPath`. `depth`: only entries of this depth; null: any. `name`: substring of the entry
 * name in NFC, ignoring case; empty: any. `extensions`: in lower case and NFC; null: any.
 */
export const selectTreeEntries = fetchRows(entries);

const all = statement(treeTypes, (parameters) =>
  rawQuery(
    {
      names: cast(array(text), sql`entry.names`),
      isFolder: cast(boolean, sql`entry.is_folder`),
      sha256: cast(nullable(text), sql`entry.sha256`),
      size: cast(nullable(float8), sql`entry.size::float8`),
      modifiedAtEpoch: cast(nullable(float8), sql`entry.modified_at`),
    },
    (columns) => sql`with recursive ${treeOf(parameters)} select ${columns} from entry
      where entry.path <> ${parameters.folder} order by entry.path`,
  ),
);

/** An item of a tree. `names`: the folder names from the root, followed by the name of the item. */
export type TreeRow = RowOf<typeof all>;

/** All items below the folder, each folder before its items. */
export const selectTree = fetchRows(all);

import { isDeepStrictEqual } from 'node:util';
import { desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Executor, likePattern } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  boolean,
  cast,
  fetchRow,
  fetchRows,
  float8,
  integer,
  nullable,
  queryBuilder,
  type RowOf,
  rawQuery,
  run,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { change, content, item, itemVersion } from '../../items/tables.js';

const { id, parentId, name, isRoot, isFolder, mimeType, webUrl, createdAtEpoch } = item;

/**
 * When and by whom the served content was modified. While newer content is pending or failed, these are the properties
 * of the version that is served instead.
 */
const modification = {
  modifiedAtEpoch: cast(nullable(float8), ofServedContent(item.modifiedAtEpoch, itemVersion.modifiedAtEpoch)),
  modifiedBy: cast(nullable(text), ofServedContent(item.modifiedBy, itemVersion.modifiedBy)),
};

function ofServedContent(ofItem: SQLWrapper, ofVersion: SQLWrapper): SQL {
  return sql`case when ${item.contentState} in ('pending', 'failed') then (
    select ${ofVersion} from ${itemVersion} where ${itemVersion.siteId} = ${item.siteId} and ${itemVersion.itemId} = ${id}
    order by ${itemVersion.change} desc limit 1) else ${ofItem} end`;
}

const child = alias(item, 'child');
const children = sql`(select count(*) from ${item} child
  where ${child.siteId} = ${item.siteId} and ${child.parentId} = ${id} and ${child.deletedAtEpoch} is null)`;
const mirrorItem = {
  ...{ id, parentId, name, isRoot, isFolder, mimeType, webUrl, createdAtEpoch, ...modification },
  isDeleted: cast(boolean, sql`${item.deletedAtEpoch} is not null`),
  change: item.change,
  sha256: item.contentSha256,
  size: cast(float8, sql`coalesce(${content.size}, 0)`),
  quickXorHash: cast(nullable(text), sql`${content.quickXorHash}`),
  malware: item.malware,
  childCount: cast(float8, sql`case when ${isFolder} then ${children} else 0 end`),
};

/**
 * Items whose newest change is after change `after`, in the order of their changes, except files without stored
 * content. Deleted items whose deletion is not after change `tombstonesAfter` are also omitted, because the client
 * never saw them.
 */
export const selectChangedItems = fetchRows(
  { siteId: text, after: bigint, tombstonesAfter: bigint, limit: integer },
  (parameters) =>
    rawQuery(
      mirrorItem,
      (columns) => sql`select ${columns} from ${item} left join ${content} on ${content.sha256} = ${item.contentSha256}
      where ${item.siteId} = ${parameters.siteId} and ${item.change} > ${parameters.after}
        and (case when ${item.deletedAtEpoch} is not null then ${item.change} > ${parameters.tombstonesAfter}
          else ${isFolder} or ${isRoot} or ${content.sha256} is not null end)
      order by ${item.change} limit ${parameters.limit}`,
    ),
);

/** The newest change of a site up to a number; undefined if there is none. */
export const selectChange = fetchRow({ siteId: text, number: bigint }, (parameters) =>
  queryBuilder
    .select({ number: change.number, itemId: change.itemId, atEpoch: change.atEpoch })
    .from(change)
    .where(sql`${change.siteId} = ${parameters.siteId} and ${change.number} <= ${parameters.number}`)
    .orderBy(desc(change.number))
    .limit(1),
);

/** An item with the metadata of its stored content, as the mirror serves it. */
export type MirrorItemRecord = RowOf<typeof selectChangedItems>;

/**
 * SQL condition for items that the mirror serves: items that are not deleted, and are folders or files with stored
 * content.
 */
const isServed = sql`${item.deletedAtEpoch} is null and (${isFolder} or ${isRoot} or ${content.sha256} is not null)`;

/** The item with this id; undefined if there is none, or if it is a file without stored content. */
export const selectMirrorItem = fetchRow({ siteId: text, itemId: text }, (parameters) =>
  rawQuery(
    mirrorItem,
    (columns) => sql`select ${columns} from ${item} left join ${content} on ${content.sha256} = ${item.contentSha256}
        where ${item.siteId} = ${parameters.siteId} and ${id} = ${parameters.itemId} and ${isServed}`,
  ),
);

/**
 * The item at a path relative to a folder. `names`: the segments of the path; empty for the folder itself. `folderId`:
 * null for the root folder.
 */
export const selectMirrorItemByPath = fetchRow(
  { siteId: text, folderId: nullable(text), names: array(text) },
  (parameters) =>
    rawQuery(
      mirrorItem,
      (columns) => sql`with recursive step as (
          select root.id, 0 as depth from ${item} root
            where ${parameters.folderId} is null and root.site_id = ${parameters.siteId} and root.is_root and root.deleted_at is null
          union all
          select folder.id, 0 from ${item} folder
            where folder.site_id = ${parameters.siteId} and folder.id = ${parameters.folderId} and folder.deleted_at is null
          union all
          select child.id, step.depth + 1 from step join ${item} child on child.site_id = ${parameters.siteId}
            and child.parent_id = step.id and child.name = (${parameters.names})[step.depth + 1] and child.deleted_at is null
        )
        select ${columns} from ${item} left join ${content} on ${content.sha256} = ${item.contentSha256}
        where ${item.siteId} = ${parameters.siteId} and ${isServed}
          and ${id} in (select step.id from step where step.depth = cardinality(${parameters.names}))
        order by ${id} limit 1`,
    ),
);

/** Items in a folder after a given name and id, sorted by name and id. */
export const selectMirrorChildren = fetchRows(
  { siteId: text, folderId: text, afterName: text, afterId: text, limit: integer },
  (parameters) =>
    rawQuery(
      mirrorItem,
      (columns) => sql`select ${columns} from ${item} left join ${content} on ${content.sha256} = ${item.contentSha256}
        where ${item.siteId} = ${parameters.siteId} and ${parentId} = ${parameters.folderId} and ${isServed}
          and (${name}, ${id}) > (${parameters.afterName}, ${parameters.afterId})
        order by ${name}, ${id} limit ${parameters.limit}`,
    ),
);

const patternTypes = { composed: array(text), decomposed: nullable(array(text)) };
const itemsByPattern = statement({ siteId: text, ...patternTypes, afterId: text, limit: integer }, (parameters) =>
  rawQuery(
    mirrorItem,
    (columns) => sql`select ${columns} from ${item} left join ${content} on ${content.sha256} = ${item.contentSha256}
      where ${item.siteId} = ${parameters.siteId} and ${id} > ${parameters.afterId} and not ${isRoot} and ${isServed}
        and (${name} collate "default" ilike all(${parameters.composed}) or (${parameters.decomposed} is not null
          and ${name} collate "default" ilike all(${parameters.decomposed})))
      order by ${id} limit ${parameters.limit}`,
  ),
);

/**
 * Items of a site that have each of these words in their name, ignoring case and Unicode normalization; sorted by id,
 * after a given id.
 */
export async function selectMirrorItemsByName(
  executor: Executor,
  { words, ...query }: { siteId: string; words: readonly string[]; afterId: string; limit: number },
): Promise<MirrorItemRecord[]> {
  const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => words.map((word) => word.normalize(form)));
  return await run(executor, itemsByPattern, {
    ...query,
    composed: (composed ?? []).map(likePattern),
    decomposed: isDeepStrictEqual(composed, decomposed) ? null : (decomposed ?? []).map(likePattern),
  });
}

const storedContent = { mimeType, sha256: content.sha256, size: content.size };

/**
 * The newest stored content of a file, and the malware that the site reports in the file; undefined if the file does
 * not exist or has no stored content.
 */
export const selectContentOf = fetchRow({ siteId: text, itemId: text }, (file) =>
  rawQuery(
    { ...storedContent, name, modifiedAtEpoch: modification.modifiedAtEpoch, malware: item.malware },
    (columns) => sql`select ${columns} from ${item} join ${content} on ${content.sha256} = ${item.contentSha256}
        where ${item.siteId} = ${file.siteId} and ${id} = ${file.itemId} and ${item.deletedAtEpoch} is null`,
  ),
);

/** The content of a file version, which is identified by the number of the change that stored it. */
export const selectContentOfVersion = fetchRow({ siteId: text, itemId: text, change: bigint }, (version) =>
  queryBuilder
    .select({ ...storedContent, name: itemVersion.name, modifiedAtEpoch: itemVersion.modifiedAtEpoch })
    .from(itemVersion)
    .innerJoin(content, eq(content.sha256, itemVersion.sha256))
    .innerJoin(item, sql`${item.siteId} = ${itemVersion.siteId} and ${id} = ${itemVersion.itemId}`)
    .where(
      sql`${itemVersion.siteId} = ${version.siteId} and ${itemVersion.itemId} = ${version.itemId}
          and ${itemVersion.change} = ${version.change}`,
    ),
);

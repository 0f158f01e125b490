import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  bigint,
  boolean,
  cast,
  execute,
  fetchOne,
  fetchRow,
  float8,
  jsonb,
  nullable,
  rawQuery,
  sqlFile,
  text,
} from '../../../../platform/database/statements/index.js';
import { content, item, site, stagedItem } from '../tables.js';
import { contentTag, type ItemRow } from './items.js';

/** Properties of an item as reported by a delta query. Times are Unix epoch seconds. */
export interface ItemProperties
  extends Pick<ItemRow, 'parentId' | 'isRoot' | 'isFolder' | 'size' | 'eTag' | 'cTag' | 'mimeType' | 'webUrl'>,
    Pick<ItemRow, 'createdAtEpoch' | 'modifiedAtEpoch' | 'modifiedBy' | 'quickXorHash'> {
  /** Description of the malware that the site found in the content; null if none. */
  malware: string | null;
  /** Name of the item; null if the site did not report it, in which case the stored name is unchanged. */
  name: string | null;
  /** Whether the item has content to download. */
  isFile: boolean;
}

/** An entry of a delta query. `properties`: null for a deleted item. */
export interface DeltaItem {
  id: string;
  properties: ItemProperties | null;
}

/** Assignments of the row of a site that has no incomplete full listing. */
export const noListing = sql`listing_link = null, listing_run_id = null, listing_position = 0`;

/** Stages the items of a page until the delta query is complete. `position`: number of items on earlier pages. */
export const stageItems = execute(
  sqlFile(import.meta.url, './stage-items.sql', {
    parameters: { siteId: text, runId: bigint, position: bigint, items: jsonb<readonly DeltaItem[]>() },
  }),
);

/** Deletes the staged items of a run; those of another run, which may have taken over the site, remain. */
export const deleteStagedItemsOfRun = execute(
  { siteId: text, runId: bigint },
  ({ siteId, runId }) => sql`delete from ${stagedItem}
      where ${stagedItem.siteId} = ${siteId} and ${stagedItem.runId} = ${runId}`,
);

/**
 * Stores how far a full listing has advanced: the URL of its next page and the number of items on earlier pages.
 * `stagingId`: the run id under which its items are staged.
 * @returns undefined if another sync has taken over; then nothing may be staged
 */
export const recordListing = fetchRow(
  { siteId: text, runId: bigint, stagingId: bigint, link: text, position: bigint },
  ({ siteId, runId, stagingId, link, position }) =>
    rawQuery(
      { id: site.id },
      (
        columns,
      ) => sql`update ${site} set listing_link = ${link}, listing_run_id = ${stagingId}, listing_position = ${position}
          where ${site.id} = ${siteId} and ${site.currentRunId} = ${runId} returning ${columns}`,
    ),
);

/** Discards the incomplete full listing of a site, so the next listing starts at its first page. */
export const discardListing = execute(
  { siteId: text, runId: bigint },
  ({ siteId, runId }) => sql`update ${site} set ${noListing}
      where ${site.id} = ${siteId} and ${site.currentRunId} = ${runId}`,
);

/** Deletes the staged items of a site, except those of an incomplete full listing. */
export const deleteOtherStagedItems = execute(
  { siteId: text },
  ({ siteId }) => sql`delete from ${stagedItem} using ${site}
      where ${stagedItem.siteId} = ${siteId} and ${site.id} = ${stagedItem.siteId}
        and (${site.listingLink} is null or ${stagedItem.runId} <> ${site.listingRunId})`,
);

/** Deletes the items of a page of a full listing that was staged, but not followed by another page. */
export const deleteStagedItemsAfter = execute(
  { siteId: text, runId: bigint, position: bigint },
  ({ siteId, runId, position }) => sql`delete from ${stagedItem} where ${stagedItem.siteId} = ${siteId}
      and ${stagedItem.runId} = ${runId} and ${stagedItem.position} > ${position}`,
);

/** The number of items that are staged under a run id. */
export const countStagedItems = fetchOne({ siteId: text, runId: bigint }, ({ siteId, runId }) =>
  rawQuery(
    { count: cast(float8, sql`count(*)`) },
    (columns) => sql`select ${columns} from ${stagedItem}
        where ${stagedItem.siteId} = ${siteId} and ${stagedItem.runId} = ${runId}`,
  ),
);

/** Deletes the staged items of a site. */
export const deleteStagedItems = execute(
  { siteId: text },
  ({ siteId }) => sql`delete from ${stagedItem} where ${stagedItem.siteId} = ${siteId}`,
);

/**
 * Locks the row of the site for this transaction and stores the delta link for the next query, unless a full listing
 * was requested during this query, which started with the stored link `storedLink`.
 * @returns undefined if another sync has taken over; then nothing may be written
 */
export const claimSite = fetchRow(
  { siteId: text, runId: bigint, deltaLink: text, storedLink: nullable(text) },
  ({ siteId, runId, deltaLink, storedLink }) =>
    rawQuery(
      { lastChange: site.lastChange, appliedFilter: site.appliedFilter },
      (columns) => sql`update ${site} set
          delta_link = case when ${site.deltaLink} is not distinct from ${storedLink} then ${deltaLink} end, ${noListing}
        where ${site.id} = ${siteId} and ${site.currentRunId} = ${runId} returning ${columns}`,
    ),
);

/** Makes the next delta query of a site list the whole site, from the first page. */
export const requestFullListing = execute(
  { siteId: text },
  ({ siteId }) => sql`update ${site} set delta_link = null, ${noListing} where ${site.id} = ${siteId}`,
);

const storedItem = alias(item, 'i');
const reportedItem = alias(item, 'excluded');
const isSameContent = sql`${contentTag(storedItem)} = ${contentTag(reportedItem)}`;
/** Whether the stored content has the reported hash and size, although the site did not report the hash before. */
const isStoredContent = sql`exists (select from ${content} where ${content.sha256} = ${storedItem.contentSha256}
  and ${content.quickXorHash} = ${reportedItem.quickXorHash} and ${content.size} = ${reportedItem.size})`;
const applyTypes = { siteId: text, runId: bigint, lastChange: bigint, fromScratch: boolean, now: float8 };
/**
 * Applies the staged items of a complete delta query, using the last entry of each item. With `fromScratch`, stored
 * items that are not staged are marked as deleted. An unchanged item gets no change number. A file whose content
 * differs from the stored content becomes pending, or failed if the site reports malware in the file.
 */
export const applyStagedItems = fetchOne(applyTypes, ({ siteId, runId, lastChange, fromScratch, now }) =>
  rawQuery(
    {
      created: cast(float8, sql`count(*) filter (where kind in ('created', 'restored'))`),
      changed: cast(float8, sql`count(*) filter (where kind in ('moved', 'renamed', 'updated'))`),
      deleted: cast(float8, sql`count(*) filter (where kind = 'deleted')`),
      infected: cast(float8, sql`count(*) filter (where not gone and malware is not null)`),
      lastChange: cast(float8, sql`coalesce(max(number), ${lastChange})`),
    },
    (columns) => sql`
with latest as (
  select distinct on (id) id, position, facts from drive.staged_item
  where site_id = ${siteId} and run_id = ${runId} order by id, position desc
), reported as (
  select id, position, facts is null as gone, facts->>'parentId' as parent_id, facts->>'name' as name,
    (facts->>'isRoot')::boolean as is_root, (facts->>'isFolder')::boolean as is_folder,
    (facts->>'isFile')::boolean as is_file, (facts->>'size')::bigint as size, facts->>'eTag' as e_tag,
    facts->>'cTag' as c_tag, facts->>'mimeType' as mime_type, facts->>'webUrl' as web_url,
    (facts->>'createdAtEpoch')::float8 as created_at, (facts->>'modifiedAtEpoch')::float8 as modified_at,
    facts->>'modifiedBy' as modified_by, facts->>'quickXorHash' as quick_xor_hash,
    facts->>'malware' as malware
  from latest
  union all
  select i.id, 9007199254740991, true, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
    null
  from drive.item i
  where ${fromScratch} and i.site_id = ${siteId} and i.deleted_at is null
    and not exists (select from latest where latest.id = i.id)
), compared as (
  select r.*, i.id is not null as known, i.name as old_name, i.parent_id as old_parent_id,
    coalesce(r.name, i.name, '') as new_name,
    case
      when r.gone then case when i.id is not null and i.deleted_at is null then 'deleted' end
      when i.id is null then 'created'
      when i.deleted_at is not null then 'restored'
      when i.parent_id is distinct from r.parent_id then 'moved'
      when i.name is distinct from coalesce(r.name, i.name) then 'renamed'
      when (i.is_root, i.is_folder, i.size, i.e_tag, i.c_tag, i.mime_type, i.web_url, i.created_at, i.modified_at,
          i.modified_by, i.quick_xor_hash, i.malware, i.content_state = 'none')
        is distinct from (r.is_root, r.is_folder, r.size, r.e_tag, r.c_tag, r.mime_type, r.web_url, r.created_at,
          r.modified_at, r.modified_by, r.quick_xor_hash, r.malware, not r.is_file) then 'updated'
    end::drive.change_kind as kind
  from reported r left join drive.item i on i.site_id = ${siteId} and i.id = r.id
), numbered as (
  select *, ${lastChange} + row_number() over (order by position, id) as number from compared where kind is not null
), written as (
  insert into drive.item as i (site_id, id, parent_id, name, is_root, is_folder, size, e_tag, c_tag, mime_type, web_url,
    created_at, modified_at, modified_by, quick_xor_hash, malware, deleted_at, change, content_state, download_error)
  select ${siteId}, id, parent_id, new_name, is_root, is_folder, size, e_tag, c_tag, mime_type, web_url, created_at,
    modified_at, modified_by, quick_xor_hash, malware, null, number,
    (case when not is_file then 'none' when malware is null then 'pending' else 'failed' end)::drive.content_state,
    'The site reports malware: ' || malware
  from numbered where not gone
  on conflict (site_id, id) do update set parent_id = excluded.parent_id, name = excluded.name,
    is_root = excluded.is_root, is_folder = excluded.is_folder, size = excluded.size, e_tag = excluded.e_tag,
    c_tag = excluded.c_tag, mime_type = excluded.mime_type, web_url = excluded.web_url,
    created_at = excluded.created_at, modified_at = excluded.modified_at, modified_by = excluded.modified_by,
    quick_xor_hash = excluded.quick_xor_hash, malware = excluded.malware, deleted_at = null, change = excluded.change,
    content_state = case
      when excluded.content_state = 'none' then 'none'
      when i.content_tag = ${contentTag(reportedItem)} or ${isStoredContent} then 'stored'
      when excluded.malware is not null then 'failed'
      when i.malware is null and ${isSameContent} and i.content_state <> 'none' then i.content_state
      else 'pending' end::drive.content_state,
    content_tag = case when ${isStoredContent} then ${contentTag(reportedItem)} else i.content_tag end,
    download_attempts = case when ${isSameContent} then i.download_attempts else 0 end,
    download_error = case when excluded.malware is not null then excluded.download_error
      when i.malware is null and ${isSameContent} then i.download_error end,
    next_download_at = case when ${isSameContent} then i.next_download_at else 0 end
), removed as (
  update drive.item i set deleted_at = ${now}, change = n.number
  from numbered n where n.gone and i.site_id = ${siteId} and i.id = n.id
), logged as (
  insert into drive.change (site_id, number, item_id, kind, name, previous_name, parent_id, previous_parent_id, at)
  select ${siteId}, number, id, kind, new_name, old_name, case when gone then old_parent_id else parent_id end,
    old_parent_id, ${now}
  from numbered
)
select ${columns} from numbered`,
  ),
);

/**
 * Marks the remaining items below folders that were deleted after change `since` as deleted, because a site need not
 * report items that were deleted with their folder. Items that were moved out of the folder already have another
 * parent. With `fromScratch`, items that the listing reports remain: the application may be permitted to read an item,
 * but not its folder.
 */
export const removeBelowDeletedFolders = fetchOne(
  sqlFile(import.meta.url, './remove-below-deleted-folders.sql', {
    parameters: { siteId: text, runId: bigint, fromScratch: boolean, since: bigint, lastChange: bigint, now: float8 },
    row: { deleted: float8, lastChange: float8 },
  }),
);

/** Stores the number of the newest change of a site. The caller must hold the lock of the site's row. */
export const setLastChange = execute(
  { siteId: text, lastChange: bigint },
  ({ siteId, lastChange }) => sql`update ${site} set last_change = ${lastChange} where ${site.id} = ${siteId}`,
);

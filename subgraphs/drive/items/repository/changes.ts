import { type Executor, runStatement } from '../../../../platform/database/index.js';
import { contentTag } from './items.js';

/** Properties of an item in a delta query. Times are Unix epoch seconds. */
export interface ItemFacts {
  parentId: string | null;
  /** Null: not reported, so it is kept. */
  name: string | null;
  isRoot: boolean;
  isFolder: boolean;
  /** True when there is content to download. */
  isFile: boolean;
  size: number;
  eTag: string | null;
  cTag: string | null;
  mimeType: string | null;
  webUrl: string | null;
  createdAt: number | null;
  modifiedAt: number | null;
  modifiedBy: string | null;
  quickXorHash: string | null;
}

/** An entry of a delta query; `facts` is null for a deleted item. */
export interface DeltaItem {
  id: string;
  facts: ItemFacts | null;
}

interface Run {
  siteId: string;
  runId: number;
}

/** Stages the items of a page until the delta query is complete. `position` is the number of items on earlier pages. */
export async function stageItems(
  sql: Executor,
  page: Run & { position: number; items: readonly DeltaItem[] },
): Promise<void> {
  await runStatement(
    sql,
    `insert into drive.staged_item (site_id, run_id, position, id, facts)
     select $1, $2, $3::bigint + entry.place, entry.told->>'id', nullif(entry.told->'facts', 'null')
     from jsonb_array_elements($4::text::jsonb) with ordinality as entry (told, place)`,
    [page.siteId, page.runId, page.position, JSON.stringify(page.items)],
  );
}

/** Deletes staged items that were not applied. */
export async function dropStagedItems(sql: Executor, siteId: string): Promise<void> {
  await runStatement(sql, 'delete from drive.staged_item where site_id = $1', [siteId]);
}

/**
 * Locks the site's row for this transaction and stores the delta link of the next query.
 * @returns undefined when another sync has taken over; nothing may be written then
 */
export async function claimSite(
  sql: Executor,
  claim: Run & { deltaLink: string },
): Promise<{ lastChange: number } | undefined> {
  const rows = await runStatement<{ lastChange: number }>(
    sql,
    `update drive.site set delta_link = $3 where id = $1 and current_run_id = $2
     returning last_change::float8 as "lastChange"`,
    [claim.siteId, claim.runId, claim.deltaLink],
  );
  return rows[0];
}

export interface AppliedChanges {
  created: number;
  changed: number;
  deleted: number;
  lastChange: number;
}

/**
 * Applies the staged items of a complete delta query; of each item the last entry counts. With `fromScratch`, items that are not staged
 * were deleted. An unchanged item gets no change number. A content becomes pending when the site reports another one than is stored.
 */
export async function applyStagedItems(
  sql: Executor,
  options: Run & { lastChange: number; fromScratch: boolean; now: number },
): Promise<AppliedChanges> {
  const { siteId, runId, lastChange, fromScratch, now } = options;
  const [row] = await runStatement<AppliedChanges>(sql, applyText, [siteId, runId, lastChange, fromScratch, now]);
  return row ?? { created: 0, changed: 0, deleted: 0, lastChange }; // Counts always have a row.
}

const applyText = `
with latest as (
  select distinct on (id) id, position, facts from drive.staged_item
  where site_id = $1 and run_id = $2 order by id, position desc
), told as (
  select id, position, facts is null as gone, facts->>'parentId' as parent_id, facts->>'name' as name,
    (facts->>'isRoot')::boolean as is_root, (facts->>'isFolder')::boolean as is_folder,
    (facts->>'isFile')::boolean as is_file, (facts->>'size')::bigint as size, facts->>'eTag' as e_tag,
    facts->>'cTag' as c_tag, facts->>'mimeType' as mime_type, facts->>'webUrl' as web_url,
    (facts->>'createdAt')::float8 as created_at, (facts->>'modifiedAt')::float8 as modified_at,
    facts->>'modifiedBy' as modified_by, facts->>'quickXorHash' as quick_xor_hash
  from latest
  union all
  select i.id, 9007199254740991, true, null, null, null, null, null, null, null, null, null, null, null, null, null, null
  from drive.item i
  where $4::boolean and i.site_id = $1 and i.deleted_at is null
    and not exists (select from latest where latest.id = i.id)
), compared as (
  select t.*, i.id is not null as known, i.name as old_name, i.parent_id as old_parent_id,
    coalesce(t.name, i.name, '') as new_name,
    case
      when t.gone then case when i.id is not null and i.deleted_at is null then 'deleted' end
      when i.id is null then 'created'
      when i.deleted_at is not null then 'restored'
      when i.parent_id is distinct from t.parent_id then 'moved'
      when i.name is distinct from coalesce(t.name, i.name) then 'renamed'
      when (i.is_root, i.is_folder, i.size, i.e_tag, i.c_tag, i.mime_type, i.web_url, i.created_at, i.modified_at,
          i.modified_by, i.quick_xor_hash, i.content_state = 'none')
        is distinct from (t.is_root, t.is_folder, t.size, t.e_tag, t.c_tag, t.mime_type, t.web_url, t.created_at,
          t.modified_at, t.modified_by, t.quick_xor_hash, not t.is_file) then 'updated'
    end::drive.change_kind as kind
  from told t left join drive.item i on i.site_id = $1 and i.id = t.id
), numbered as (
  select *, $3::bigint + row_number() over (order by position, id) as number from compared where kind is not null
), written as (
  insert into drive.item as i (site_id, id, parent_id, name, is_root, is_folder, size, e_tag, c_tag, mime_type, web_url,
    created_at, modified_at, modified_by, quick_xor_hash, deleted_at, change, content_state)
  select $1, id, parent_id, new_name, is_root, is_folder, size, e_tag, c_tag, mime_type, web_url, created_at,
    modified_at, modified_by, quick_xor_hash, null, number,
    case when is_file then 'pending' else 'none' end::drive.content_state
  from numbered where not gone
  on conflict (site_id, id) do update set parent_id = excluded.parent_id, name = excluded.name,
    is_root = excluded.is_root, is_folder = excluded.is_folder, size = excluded.size, e_tag = excluded.e_tag,
    c_tag = excluded.c_tag, mime_type = excluded.mime_type, web_url = excluded.web_url,
    created_at = excluded.created_at, modified_at = excluded.modified_at, modified_by = excluded.modified_by,
    quick_xor_hash = excluded.quick_xor_hash, deleted_at = null, change = excluded.change,
    content_state = case
      when excluded.content_state = 'none' then 'none'
      when i.content_tag = ${contentTag('excluded')} then 'stored'
      when ${contentTag('i')} = ${contentTag('excluded')} and i.content_state <> 'none' then i.content_state
      else 'pending' end::drive.content_state,
    download_attempts = case when ${contentTag('i')} = ${contentTag('excluded')} then i.download_attempts else 0 end,
    download_error = case when ${contentTag('i')} = ${contentTag('excluded')} then i.download_error end,
    next_download_at = case when ${contentTag('i')} = ${contentTag('excluded')} then i.next_download_at else 0 end
), removed as (
  update drive.item i set deleted_at = $5, change = n.number
  from numbered n where n.gone and i.site_id = $1 and i.id = n.id
), logged as (
  insert into drive.change (site_id, number, item_id, kind, name, previous_name, parent_id, previous_parent_id, at)
  select $1, number, id, kind, new_name, old_name, case when gone then old_parent_id else parent_id end, old_parent_id, $5
  from numbered
)
select (count(*) filter (where kind in ('created', 'restored')))::float8 as created,
  (count(*) filter (where kind in ('moved', 'renamed', 'updated')))::float8 as changed,
  (count(*) filter (where kind = 'deleted'))::float8 as deleted,
  coalesce(max(number), $3::bigint)::float8 as "lastChange"
from numbered`;

/**
 * Deletes what remains below folders that were deleted after change `since`: a site need not report what was deleted together
 * with a folder, and what was moved out of it has another parent by now.
 */
export async function removeBelowDeletedFolders(
  sql: Executor,
  options: { siteId: string; since: number; lastChange: number; now: number },
): Promise<Pick<AppliedChanges, 'deleted' | 'lastChange'>> {
  const { siteId, since, lastChange, now } = options;
  const [row] = await runStatement<Pick<AppliedChanges, 'deleted' | 'lastChange'>>(sql, removeBelowText, [
    siteId,
    since,
    lastChange,
    now,
  ]);
  return row ?? { deleted: 0, lastChange }; // Counts always have a row.
}

const removeBelowText = `
with recursive doomed as (
  select i.id from drive.item folder join drive.item i on i.site_id = folder.site_id and i.parent_id = folder.id
  where folder.site_id = $1 and folder.change > $2::bigint and folder.deleted_at is not null and i.deleted_at is null
  union
  select i.id from doomed join drive.item i on i.site_id = $1 and i.parent_id = doomed.id and i.deleted_at is null
), numbered as (
  select id, $3::bigint + row_number() over (order by id) as number from doomed
), removed as (
  update drive.item i set deleted_at = $4, change = n.number from numbered n where i.site_id = $1 and i.id = n.id
  returning i.id, i.name, i.parent_id, i.change
), logged as (
  insert into drive.change (site_id, number, item_id, kind, name, previous_name, parent_id, previous_parent_id, at)
  select $1, change, id, 'deleted', name, name, parent_id, parent_id, $4 from removed
)
select count(*)::float8 as deleted, coalesce(max(number), $3::bigint)::float8 as "lastChange" from numbered`;

/** Stores the number of the site's newest change, under the lock of its row. */
export async function setLastChange(sql: Executor, site: { siteId: string; lastChange: number }): Promise<void> {
  await runStatement(sql, 'update drive.site set last_change = $2 where id = $1', [site.siteId, site.lastChange]);
}

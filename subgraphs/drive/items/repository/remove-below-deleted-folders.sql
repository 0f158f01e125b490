-- Marks as deleted the remaining items below folders that were deleted after a given change. A full listing reports all
-- items, so those that it reports after the deletion of their folder, or without it, remain.
with recursive latest as (
  select distinct on (id) id, position, facts is null as gone from drive.staged_item
  where :fromScratch and site_id = :siteId and run_id = :runId order by id, position desc
), remaining as (
  select i.id, coalesce(reported.position, 0) as deleted_at_position
  from drive.item folder join drive.item i on i.site_id = folder.site_id and i.parent_id = folder.id
  left join latest reported on reported.id = folder.id
  where folder.site_id = :siteId and folder.change > :since and folder.deleted_at is not null and i.deleted_at is null
    and not exists (select from latest l
      where l.id = i.id and not l.gone and l.position > coalesce(reported.position, 0))
  union
  select i.id, remaining.deleted_at_position from remaining join drive.item i
    on i.site_id = :siteId and i.parent_id = remaining.id and i.deleted_at is null
  where not exists (select from latest l where l.id = i.id and not l.gone and l.position > remaining.deleted_at_position)
), numbered as (
  select id, :lastChange + row_number() over (order by id) as number from (select distinct id from remaining) ids
), removed as (
  update drive.item i set deleted_at = :now, change = n.number from numbered n where i.site_id = :siteId and i.id = n.id
  returning i.id, i.name, i.parent_id, i.change
), logged as (
  insert into drive.change (site_id, number, item_id, kind, name, previous_name, parent_id, previous_parent_id, at)
  select :siteId, change, id, 'deleted', name, name, parent_id, parent_id, :now from removed
)
select count(*)::float8 as deleted, coalesce(max(number), :lastChange)::float8 as last_change from numbered

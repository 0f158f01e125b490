-- Marks as deleted the remaining items below folders that were deleted after a given change.
with recursive remaining as (
  select i.id from drive.item folder join drive.item i on i.site_id = folder.site_id and i.parent_id = folder.id
  where folder.site_id = :siteId and folder.change > :since and folder.deleted_at is not null and i.deleted_at is null
  union
  select i.id from remaining join drive.item i
    on i.site_id = :siteId and i.parent_id = remaining.id and i.deleted_at is null
), numbered as (
  select id, :lastChange + row_number() over (order by id) as number from remaining
), removed as (
  update drive.item i set deleted_at = :now, change = n.number from numbered n where i.site_id = :siteId and i.id = n.id
  returning i.id, i.name, i.parent_id, i.change
), logged as (
  insert into drive.change (site_id, number, item_id, kind, name, previous_name, parent_id, previous_parent_id, at)
  select :siteId, change, id, 'deleted', name, name, parent_id, parent_id, :now from removed
)
select count(*)::float8 as deleted, coalesce(max(number), :lastChange)::float8 as last_change from numbered

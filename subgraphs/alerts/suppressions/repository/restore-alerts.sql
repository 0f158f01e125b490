-- Removes the rule from the alerts that it suppresses, up to a given id, counts these alerts, and stores the position.
-- The transaction must have locked the alerts. updated_at is unchanged, because REST has always included these alerts.
with changed as (
  update alerts.alert set suppressed_by = nullif(array_remove(suppressed_by, :rule), '{}'),
    restored_at = case when array_remove(suppressed_by, :rule) = '{}' then :at else restored_at end
  where suppressed_by is not null and id > :after and id <= :last and suppressed_by @> array[:rule]
  returning id, tenant_id, suppressed_by is null as is_restored
), candidates as (
  insert into alerts.incident_candidate (alert_id, tenant_id)
  select id, tenant_id from changed where is_restored and :becomeCandidates order by id
)
update alerts.suppression set error = null, position_id = :last,
  restored_count = restored_count + (select count(*) from changed where is_restored),
  kept_count = kept_count + (select count(*) from changed where not is_restored)
where id = :rule

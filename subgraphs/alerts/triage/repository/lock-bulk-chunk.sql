-- Locks the alerts of a step in the order of their ids, so changes of the same alerts do not deadlock.
with locked as (
  select id from alerts.alert
  where id in (
    select unnest(alert_ids) from alerts.bulk_change_chunk where change_id = :id and number = :number
  )
  order by id for no key update
)
select count(*)::int as locked from locked

-- Adds the changes since the last fold to the counts of their endpoints, and deletes the changes. Only one fold runs at
-- a time, and none before the end of the backfill, because the backfill inserts the counts and deletes the changes that
-- the counts include.
with change as (
  delete from alerts.endpoint_tally_change
  where (select exists (select from alerts.tally_backfill) and pg_try_advisory_xact_lock(7211604, 0))
  returning *
)
insert into alerts.endpoint_tally (tenant_id, endpoint_id, is_suppressed, counts)
select tenant_id, endpoint_id, is_suppressed, array[
    coalesce(sum(alerts) filter (where status = 'open' and severity = 'low'), 0),
    coalesce(sum(alerts) filter (where status = 'open' and severity = 'medium'), 0),
    coalesce(sum(alerts) filter (where status = 'open' and severity = 'high'), 0),
    coalesce(sum(alerts) filter (where status = 'open' and severity = 'critical'), 0),
    coalesce(sum(alerts) filter (where status = 'acknowledged' and severity = 'low'), 0),
    coalesce(sum(alerts) filter (where status = 'acknowledged' and severity = 'medium'), 0),
    coalesce(sum(alerts) filter (where status = 'acknowledged' and severity = 'high'), 0),
    coalesce(sum(alerts) filter (where status = 'acknowledged' and severity = 'critical'), 0),
    coalesce(sum(alerts) filter (where status = 'investigating' and severity = 'low'), 0),
    coalesce(sum(alerts) filter (where status = 'investigating' and severity = 'medium'), 0),
    coalesce(sum(alerts) filter (where status = 'investigating' and severity = 'high'), 0),
    coalesce(sum(alerts) filter (where status = 'investigating' and severity = 'critical'), 0),
    coalesce(sum(alerts) filter (where status = 'resolved' and severity = 'low'), 0),
    coalesce(sum(alerts) filter (where status = 'resolved' and severity = 'medium'), 0),
    coalesce(sum(alerts) filter (where status = 'resolved' and severity = 'high'), 0),
    coalesce(sum(alerts) filter (where status = 'resolved' and severity = 'critical'), 0),
    coalesce(sum(alerts) filter (where status = 'false_positive' and severity = 'low'), 0),
    coalesce(sum(alerts) filter (where status = 'false_positive' and severity = 'medium'), 0),
    coalesce(sum(alerts) filter (where status = 'false_positive' and severity = 'high'), 0),
    coalesce(sum(alerts) filter (where status = 'false_positive' and severity = 'critical'), 0)
  ]::int[]
from change group by tenant_id, endpoint_id, is_suppressed
on conflict on constraint endpoint_tally_key do update set counts = (
  select array_agg(old + new order by position)
  from unnest(endpoint_tally.counts, excluded.counts) with ordinality as cell (old, new, position)
)

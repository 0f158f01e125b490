-- Adds the changes since the last fold to the counts of their techniques, like fold-endpoint-tally.sql, for each tenant and
-- for all tenants together.
with change as (
  delete from alerts.technique_tally_change
  where (select exists (select from alerts.tally_backfill) and pg_try_advisory_xact_lock(7211604, 0))
  returning *
)
insert into alerts.technique_tally (tenant_id, technique, status, severity, is_suppressed, alerts)
select tenant_id, technique, status, severity, is_suppressed, sum(alerts)
from change
group by grouping sets (
  (tenant_id, technique, status, severity, is_suppressed),
  (technique, status, severity, is_suppressed)
)
having sum(alerts) <> 0
on conflict on constraint technique_tally_key do update set alerts = technique_tally.alerts + excluded.alerts

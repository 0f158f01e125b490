-- Counts all alerts for the tallies by endpoint and technique, once. Deletes the changes that are visible in this
-- snapshot, because the counted alerts include them; changes that are committed later remain. Runs in the transaction
-- that holds the lock of the folds.
with backfill as (
  insert into alerts.tally_backfill (finished_at)
  select extract(epoch from now()) where not exists (select from alerts.tally_backfill)
  returning singleton
), counted_endpoint as (
  delete from alerts.endpoint_tally_change where exists (select from backfill)
), counted_technique as (
  delete from alerts.technique_tally_change where exists (select from backfill)
), endpoint as (
  insert into alerts.endpoint_tally (tenant_id, endpoint_id, is_suppressed, counts)
  select tenant_id, endpoint_id, suppressed_by is not null, array[
    count(*) filter (where status = 'open' and severity = 'low'),
    count(*) filter (where status = 'open' and severity = 'medium'),
    count(*) filter (where status = 'open' and severity = 'high'),
    count(*) filter (where status = 'open' and severity = 'critical'),
    count(*) filter (where status = 'acknowledged' and severity = 'low'),
    count(*) filter (where status = 'acknowledged' and severity = 'medium'),
    count(*) filter (where status = 'acknowledged' and severity = 'high'),
    count(*) filter (where status = 'acknowledged' and severity = 'critical'),
    count(*) filter (where status = 'investigating' and severity = 'low'),
    count(*) filter (where status = 'investigating' and severity = 'medium'),
    count(*) filter (where status = 'investigating' and severity = 'high'),
    count(*) filter (where status = 'investigating' and severity = 'critical'),
    count(*) filter (where status = 'resolved' and severity = 'low'),
    count(*) filter (where status = 'resolved' and severity = 'medium'),
    count(*) filter (where status = 'resolved' and severity = 'high'),
    count(*) filter (where status = 'resolved' and severity = 'critical'),
    count(*) filter (where status = 'false_positive' and severity = 'low'),
    count(*) filter (where status = 'false_positive' and severity = 'medium'),
    count(*) filter (where status = 'false_positive' and severity = 'high'),
    count(*) filter (where status = 'false_positive' and severity = 'critical')
  ]::int[]
  from alerts.alert where exists (select from backfill) group by tenant_id, endpoint_id, suppressed_by is not null
)
insert into alerts.technique_tally (tenant_id, technique, status, severity, is_suppressed, alerts)
select tenant_id, technique, status, severity, suppressed_by is not null, count(*)
from alerts.alert cross join lateral unnest(ttp_techniques) technique
where exists (select from backfill)
group by grouping sets (
  (tenant_id, technique, status, severity, suppressed_by is not null),
  (technique, status, severity, suppressed_by is not null)
)

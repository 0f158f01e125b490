-- Replaces the changes in the tally with their sums; rows without changes are not written. The statement can run at any
-- time and in several processes: it skips rows that another fold has deleted, and a reader sees either the changes or
-- their sum.
with folded as (
  delete from alerts.alert_tally where ctid in (
    select ctid from (
      select ctid, count(*) over (partition by tenant_id, status, severity, platform, model_name) as rows
      from alerts.alert_tally
    ) gathered where rows > 1
  )
  returning *
)
insert into alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
select tenant_id, status, severity, platform, model_name, sum(alerts)
from folded group by 1, 2, 3, 4, 5 having sum(alerts) <> 0

-- Like fold-tally.sql, for the tally of suppressed alerts.
with folded as (
  delete from alerts.suppressed_tally where ctid in (
    select ctid from (
      select ctid, count(*) over (partition by tenant_id, status, severity, platform, model_name) as rows
      from alerts.suppressed_tally
    ) gathered where rows > 1
  )
  returning *
)
insert into alerts.suppressed_tally (tenant_id, status, severity, platform, model_name, alerts)
select tenant_id, status, severity, platform, model_name, sum(alerts)
from folded group by 1, 2, 3, 4, 5 having sum(alerts) <> 0

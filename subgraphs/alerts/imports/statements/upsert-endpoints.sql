-- Stores the endpoints of a batch. The platform comes from the most recent inference or, if several have the same time,
-- from the one that was stored first. All alerts that the batch opened are counted, whether or not they are the newest.
--
-- Endpoints are locked after all alerts, and in the order of their keys: changes of status do the same, so no two
-- transactions wait for each other. Unchanged rows are locked, but not written.
insert into alerts.endpoint (tenant_id, hostname, platform, last_alert_time, total_alerts, open_alerts)
select tenant_id, hostname, platform, last_seen, opened, opened
from :seen
order by tenant_id collate "C", hostname collate "C"
on conflict on constraint endpoint_key do update set
  platform = case when excluded.last_alert_time > endpoint.last_alert_time then excluded.platform else endpoint.platform end,
  last_alert_time = greatest(endpoint.last_alert_time, excluded.last_alert_time),
  total_alerts = endpoint.total_alerts + excluded.total_alerts,
  open_alerts = endpoint.open_alerts + excluded.open_alerts
where excluded.last_alert_time > endpoint.last_alert_time or excluded.total_alerts > 0

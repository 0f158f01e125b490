-- Requests syncs of sites. One unclaimed row per subscription and event suffices: the sync that claims the row queries
-- for changes after it has claimed the row, so it also finds the changes of this notification.
insert into drive.notification (site_id, subscription_id, received_at, lifecycle_event)
select distinct o."siteId", o."subscriptionId", :now, o."lifecycleEvent"
from jsonb_to_recordset(:notifications) as o ("siteId" text, "subscriptionId" bigint, "lifecycleEvent" text)
where not exists (
  select from drive.notification n where n.site_id = o."siteId" and n.run_id is null
    and n.subscription_id = o."subscriptionId" and n.lifecycle_event is not distinct from o."lifecycleEvent"
)

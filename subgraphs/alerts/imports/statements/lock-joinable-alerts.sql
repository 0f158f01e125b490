-- Locks the alerts that inferences of these keys may join. Changes by analysts wait for the import, and vice versa.
--
-- While statistics lag behind an import, all indexes that start with the endpoint seem equally good, but the index
-- without the model would read all alerts of an endpoint. Only alert_joinable has the order that is requested here, so
-- it is preferred.
select alert.id, alert.tenant_id, alert.endpoint_id, alert.model_name, alert.platform, alert.attack_prob, alert.confidence,
  alert.prediction, alert.ttp_techniques, alert.ttp_explanation, alert.first_seen, alert.last_seen, alert.num_nodes,
  alert.num_edges, coalesce(alert.suppressed_by, '{}') as suppressed_by
from :key
cross join lateral (
  select alert.id from alerts.alert
  where alert.tenant_id = key.tenant_id and alert.endpoint_id = key.endpoint_id and alert.model_name = key.model_name
    and alert.last_seen >= key.earliest and alert.first_seen <= key.latest
    and alert.status in ('open', 'acknowledged', 'investigating')
  order by alert.last_seen
) joinable
-- A change that the lock has waited for may have closed the alert.
join alerts.alert on alert.id = joinable.id and alert.status in ('open', 'acknowledged', 'investigating')
order by alert.id for no key update of alert

-- Locks the alerts that inferences of these keys may join. An analyst's change waits, and the other way round.
select alert.id, alert.tenant_id, alert.endpoint_id, alert.model_name, alert.platform, alert.attack_prob, alert.confidence,
  alert.prediction, alert.ttp_techniques, alert.ttp_explanation, alert.first_seen, alert.last_seen, alert.num_nodes,
  alert.num_edges
from unnest(:tenants, :endpoints, :models, :earliest, :latest) key (tenant_id, endpoint_id, model_name, earliest, latest)
join alerts.alert on alert.tenant_id = key.tenant_id and alert.endpoint_id = key.endpoint_id
  and alert.model_name = key.model_name and alert.last_seen >= key.earliest and alert.first_seen <= key.latest
  and alert.status in ('open', 'acknowledged', 'investigating')
order by alert.id for no key update of alert

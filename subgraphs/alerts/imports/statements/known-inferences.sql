-- The positions of the given inferences that were imported before, with their alerts.
select (key.ordinality - 1)::int as position, inference.alert_id
from (
  select * from unnest(:tenants, :inferences) with ordinality key (tenant_id, inference_id, ordinality)
  order by tenant_id collate "C", inference_id collate "C"
) key
join alerts.inference on inference.tenant_id = key.tenant_id and inference.inference_id = key.inference_id

-- Stores alerts that a batch opened.
insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform, attack_prob, confidence, prediction,
  ttp_techniques, ttp_explanation, inference_ids, first_seen, last_seen, created_at, updated_at, model_name, num_nodes,
  num_edges, suppressed_by)
select id, tenant_id, endpoint_id, severity, 'open', platform, attack_prob, confidence, prediction, ttp_techniques::text[],
  ttp_explanation, added_inference_ids::text[], first_seen, last_seen, :now, :now, model_name, num_nodes, num_edges,
  suppressed_by::uuid[]
from :draft

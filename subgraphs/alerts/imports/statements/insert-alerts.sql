-- Stores alerts that a batch opened.
insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform, attack_prob, confidence, prediction,
  ttp_techniques, ttp_explanation, inference_ids, first_seen, last_seen, created_at, updated_at, model_name, num_nodes,
  num_edges, suppressed_by)
select id, tenant_id, endpoint_id, severity::alerts.severity, 'open', platform::alerts.platform, attack_prob, confidence,
  prediction::alerts.prediction, ttp_techniques::text[], ttp_explanation, added::text[], first_seen, last_seen, :now, :now,
  model_name, num_nodes, num_edges, suppressed_by::uuid[]
from unnest(:ids, :severities, :platforms, :attackProbs, :confidences, :predictions, :ttpTechniques, :ttpExplanations, :added,
  :firstSeen, :lastSeen, :numNodes, :numEdges, :suppressedBy, :tenants, :endpoints, :models) draft (
  id, severity, platform, attack_prob, confidence, prediction, ttp_techniques, ttp_explanation, added,
  first_seen, last_seen, num_nodes, num_edges, suppressed_by, tenant_id, endpoint_id, model_name
)

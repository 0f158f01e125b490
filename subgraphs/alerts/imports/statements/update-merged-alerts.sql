-- Stores the merged fields of existing alerts that inferences of a batch joined. Fields that analysts set are unchanged.
update alerts.alert set
  severity = draft.severity, platform = draft.platform, attack_prob = draft.attack_prob,
  confidence = draft.confidence, prediction = draft.prediction,
  ttp_techniques = draft.ttp_techniques::text[], ttp_explanation = draft.ttp_explanation,
  inference_ids = alert.inference_ids || draft.added_inference_ids::text[],
  first_seen = draft.first_seen, last_seen = draft.last_seen,
  num_nodes = draft.num_nodes, num_edges = draft.num_edges, updated_at = greatest(:now, alert.updated_at),
  suppressed_by = draft.suppressed_by::uuid[],
  restored_at = case when draft.suppressed_by is null and alert.suppressed_by is not null then :now else alert.restored_at end
from :draft
where alert.id = draft.id

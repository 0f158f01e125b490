-- Stores the inferences of a batch. The batch is numbered while the alerts that its inferences join are locked.
insert into alerts.inference_batch (batch, at, tenants, tenant_ids, endpoint_ids, model_names, inference_ids, attack_probs,
  predictions, platforms, timestamps, alert_ids, ttp_techniques)
values (nextval('alerts.alert_transition_id_seq'), :at, :distinctTenants, :tenants, :endpoints, :models, :inferences,
  :attackProbs, :predictions, :platforms, :timestamps, :alerts, :ttpTechniques)

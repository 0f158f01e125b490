-- The logged inferences that a backtest replays, by deduplication key and, within a key, in the order of their arrival:
-- those that were ignored, and those of alerts that were opened in the period, still exist, and have all of their
-- inferences in the log. An inference that is older than the alert with its alert id belongs to an earlier alert with
-- the same id, which retention deleted.
with counted as (
  select one.alert_id as id, count(*) as inferences
  from alerts.inference_batch log
  cross join unnest(log.alert_ids, log.tenant_ids, log.model_names) one (alert_id, tenant_id, model_name)
  join alerts.alert on alert.id = one.alert_id and log.at >= alert.created_at
  where log.at >= :since and alert.created_at >= :since and (:tenants is null or log.tenants && :tenants)
    and (:tenants is null or one.tenant_id = any(:tenants)) and (:model is null or one.model_name = :model)
  group by one.alert_id
), whole as (
  select alert.id, alert.severity, alert.created_at, alert.suppressed_by is not null as is_suppressed, verdict.is_true_positive, (
      select array_agg(transition.id::float8 order by transition.id) from alerts.alert_transition transition
      where transition.alert_id = alert.id and transition.to_status in ('resolved', 'false_positive')
        and transition.from_status not in ('resolved', 'false_positive')
    ) as closings
  from counted join alerts.alert on alert.id = counted.id and cardinality(alert.inference_ids) = counted.inferences
  left join alerts.alert_verdict verdict on verdict.alert_id = alert.id and verdict.is_latest
)
select one.tenant_id, one.endpoint_id, one.model_name, log.batch, one.inference_id, one.attack_prob, one.prediction,
  one.seen_at, one.platform, one.techniques::text[] as ttp_techniques, whole.id as alert_id, whole.severity, whole.is_true_positive,
  whole.is_suppressed, whole.closings
from alerts.inference_batch log
cross join unnest(log.tenant_ids, log.endpoint_ids, log.model_names, log.inference_ids, log.attack_probs, log.predictions,
  log.timestamps, log.alert_ids, log.platforms, log.ttp_techniques) with ordinality one (
  tenant_id, endpoint_id, model_name, inference_id, attack_prob, prediction, seen_at, alert_id, platform, techniques, ordinal
)
left join whole on whole.id = one.alert_id and log.at >= whole.created_at
where log.at >= :since and (:tenants is null or log.tenants && :tenants)
  and (:tenants is null or one.tenant_id = any(:tenants)) and (:model is null or one.model_name = :model)
  and (one.alert_id is null or whole.id is not null)
order by one.tenant_id collate "C", one.endpoint_id collate "C", one.model_name collate "C", log.batch, one.ordinal

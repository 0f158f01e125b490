-- Counts the logged inferences of the period of a backtest, and the alerts that were opened in this period.
select (
    select count(*) from alerts.inference_batch log
    cross join unnest(log.tenant_ids, log.model_names) one (tenant_id, model_name)
    where log.at >= :since and (:tenants is null or log.tenants && :tenants)
      and (:tenants is null or one.tenant_id = any(:tenants)) and (:model is null or one.model_name = :model)
  ) as inferences, (
    select count(*) from alerts.alert
    where created_at >= :since and (:tenants is null or tenant_id = any(:tenants)) and (:model is null or model_name = :model)
  )::int as alerts

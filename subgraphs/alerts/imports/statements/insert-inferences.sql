-- Records inferences as imported, each with its alert or none.
insert into alerts.inference (tenant_id, inference_id, alert_id)
select * from unnest(:tenants, :inferences, :alerts)

-- Records inferences as imported, each with its alert, or null if it was ignored.
insert into alerts.inference (tenant_id, inference_id, alert_id)
select * from unnest(:tenants, :inferences, :alerts)

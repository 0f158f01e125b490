-- Stores the alerts that the incident rule evaluates, in their order.
insert into alerts.incident_candidate (alert_id, tenant_id) select * from unnest(:alerts, :tenants)

-- Stores alerts as candidates for the incident rule, in the given order.
insert into alerts.incident_candidate (alert_id, tenant_id) select * from unnest(:alerts, :tenants)

-- Stores the alerts that the rule for incidents evaluates, in their order.
insert into alerts.incident_candidate (alert_id, tenant_id) select * from unnest(:alerts, :tenants)

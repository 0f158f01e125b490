-- Stores alerts as candidates for the incident rule, in the given order.
insert into alerts.incident_candidate (alert_id, tenant_id) select id, tenant_id from :candidate

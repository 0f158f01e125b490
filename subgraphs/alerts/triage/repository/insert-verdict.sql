-- Stores a verdict as the latest one of its alert.
with superseded as (
  update alerts.alert_verdict set is_latest = false where alert_id = :alertId and is_latest
)
insert into alerts.alert_verdict
  (alert_id, tenant_id, model_name, is_true_positive, is_latest, at, caller, analyst, notes, via)
select id, tenant_id, model_name, :isTruePositive, true, :at, :caller, nullif(:statedActor, ''), :notes, :via
from alerts.alert where id = :alertId

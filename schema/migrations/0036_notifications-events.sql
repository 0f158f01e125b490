-- Custom SQL migration: events of which operators can be notified, recorded in the transaction of the change. --
CREATE FUNCTION "alerts"."tell_verdicts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, tenant_id, data)
  SELECT 'verdicts', tenant_id, jsonb_build_object('tenantId', tenant_id, 'verdicts',
    jsonb_agg(jsonb_build_object('alertId', alert_id, 'isTruePositive', is_true_positive) ORDER BY id))
  FROM (SELECT *, row_number() OVER (ORDER BY id) / 500 AS chunk FROM written) AS numbered GROUP BY tenant_id, chunk;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_verdicts" AFTER INSERT ON "alerts"."alert_verdict" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tell_verdicts"();
--> statement-breakpoint
CREATE FUNCTION "zones"."tell_import"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, data) VALUES ('zone-imports', jsonb_build_object('id', NEW.id, 'zone', NEW.zone,
    'outcome', NEW.outcome, 'reason', NEW.reason, 'addedDomains', NEW.added_domains, 'removedDomains', NEW.removed_domains,
    'changedDomains', NEW.changed_domains));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_import" AFTER INSERT ON "zones"."import" FOR EACH ROW EXECUTE FUNCTION "zones"."tell_import"();
--> statement-breakpoint
CREATE FUNCTION "zones"."tell_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, data) VALUES ('account-requests', jsonb_build_object('id', NEW.id, 'username', NEW.username));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_account" AFTER INSERT ON "zones"."account" FOR EACH ROW WHEN (NEW.status = 'pending') EXECUTE FUNCTION "zones"."tell_account"();
--> statement-breakpoint
-- The first refusal of an hour by endpoint and cause. Refusals are spread over several rows, so it can be two.
CREATE FUNCTION "licenses"."tell_refusal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, data)
  SELECT 'refusals', jsonb_build_object('hour', NEW.hour, 'endpoint', NEW.endpoint, 'cause', NEW.cause)
  WHERE NOT EXISTS (SELECT 1 FROM licenses.refusal other WHERE other.hour = NEW.hour AND other.endpoint = NEW.endpoint
    AND other.cause = NEW.cause AND other.slot <> NEW.slot);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_refusal" AFTER INSERT ON "licenses"."refusal" FOR EACH ROW EXECUTE FUNCTION "licenses"."tell_refusal"();

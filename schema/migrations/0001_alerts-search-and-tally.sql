-- Custom SQL migration: what drizzle cannot declare of the alerts domain --
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Which alerts of a tenant were seen at the same time: those seen for at most ten minutes and for at most two hours, whose windows
-- a range of last_seen finds, and the few others by boxes. The columns beside are for scans of the index alone.
CREATE INDEX "alert_short_window" ON "alerts"."alert" ("tenant_id", "last_seen") INCLUDE ("first_seen", "endpoint_id") WHERE "last_seen" - "first_seen" <= 600;
--> statement-breakpoint
CREATE INDEX "alert_medium_window" ON "alerts"."alert" ("tenant_id", "last_seen") INCLUDE ("first_seen", "endpoint_id") WHERE "last_seen" - "first_seen" > 600 AND "last_seen" - "first_seen" <= 7200;
--> statement-breakpoint
CREATE INDEX "alert_long_window" ON "alerts"."alert" USING gist (box(point(hashtext("tenant_id")::float8, "first_seen"), point(hashtext("tenant_id")::float8, "last_seen"))) INCLUDE ("tenant_id", "endpoint_id", "first_seen", "last_seen") WHERE "last_seen" - "first_seen" > 7200;
--> statement-breakpoint
-- Alerts of an endpoint; with the status, so that they are counted in the index alone.
CREATE INDEX "alert_endpoint" ON "alerts"."alert" ("endpoint_id", "tenant_id", "created_at" DESC, "id") INCLUDE ("status");
--> statement-breakpoint
CREATE INDEX "alert_notes" ON "alerts"."alert" USING gin ("analyst_notes" gin_trgm_ops) WHERE "analyst_notes" <> '';
--> statement-breakpoint
CREATE INDEX "endpoint_hostname" ON "alerts"."endpoint" USING gin ("hostname" gin_trgm_ops);
--> statement-breakpoint
-- What a caller of one tenant counts must not depend on how many tenants there are.
CREATE INDEX "alert_tally_tenant" ON "alerts"."alert_tally" ("tenant_id");
--> statement-breakpoint
-- Folding leaves dead rows behind all the time; they must not slow the sums.
ALTER TABLE "alerts"."alert_tally" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
--> statement-breakpoint
CREATE FUNCTION "alerts"."tally_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
  SELECT tenant_id, status, severity, platform, model_name, count(*)
  FROM inserted GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "alerts"."tally_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
  SELECT tenant_id, status, severity, platform, model_name, -count(*)
  FROM deleted GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "alerts"."tally_updated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
  SELECT tenant_id, status, severity, platform, model_name, sum(change)
  FROM (
    SELECT tenant_id, status, severity, platform, model_name, 1 AS change FROM updated
    UNION ALL
    SELECT tenant_id, status, severity, platform, model_name, -1 FROM outdated
  ) AS changes
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tally_inserted" AFTER INSERT ON "alerts"."alert" REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tally_inserted"();
--> statement-breakpoint
CREATE TRIGGER "tally_deleted" AFTER DELETE ON "alerts"."alert" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tally_deleted"();
--> statement-breakpoint
CREATE TRIGGER "tally_updated" AFTER UPDATE ON "alerts"."alert" REFERENCING OLD TABLE AS outdated NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tally_updated"();

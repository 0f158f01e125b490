CREATE TABLE "alerts"."suppression" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" text,
	"filter" json NOT NULL,
	"criteria" json NOT NULL,
	"reason" text NOT NULL,
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"creator_name" text NOT NULL,
	"via" "alerts"."change_interface" NOT NULL,
	"created_at" double precision NOT NULL,
	"starts_at" double precision NOT NULL,
	"ends_at" double precision,
	"replaces_id" uuid,
	"ended_at" double precision,
	"ended_by" text,
	"position_id" uuid,
	"restored_count" integer DEFAULT 0 NOT NULL,
	"kept_count" integer DEFAULT 0 NOT NULL,
	"finished_at" double precision,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "alerts"."suppression_effect" (
	"suppression_id" uuid NOT NULL,
	"opened" integer NOT NULL,
	"released" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."suppressed_tally" (
	"tenant_id" text collate "C",
	"status" "alerts"."alert_status" NOT NULL,
	"severity" "alerts"."severity" NOT NULL,
	"platform" "alerts"."platform" NOT NULL,
	"model_name" text collate "C" NOT NULL,
	"alerts" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts"."alert" ADD COLUMN "suppressed_by" uuid[];--> statement-breakpoint
ALTER TABLE "alerts"."alert" ADD COLUMN "restored_at" double precision;--> statement-breakpoint
CREATE INDEX "suppression_newest" ON "alerts"."suppression" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "suppression_in_force" ON "alerts"."suppression" USING btree ("tenant_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "suppression_restoring" ON "alerts"."suppression" USING btree ("ended_at") WHERE ended_at is not null and finished_at is null;--> statement-breakpoint
CREATE INDEX "suppression_effect_of_rule" ON "alerts"."suppression_effect" USING btree ("suppression_id");--> statement-breakpoint
CREATE INDEX "suppressed_tally_tenant" ON "alerts"."suppressed_tally" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "alert_suppressed" ON "alerts"."alert" USING btree ("id") WHERE suppressed_by is not null;--> statement-breakpoint
CREATE INDEX "alert_suppressed_created" ON "alerts"."alert" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE suppressed_by is not null;--> statement-breakpoint
CREATE INDEX "alert_suppressed_endpoint" ON "alerts"."alert" USING btree ("tenant_id","endpoint_id","status") WHERE suppressed_by is not null;--> statement-breakpoint
CREATE INDEX "alert_suppressed_by" ON "alerts"."alert" USING gin ("suppressed_by") WHERE suppressed_by is not null;
--> statement-breakpoint
ALTER TABLE "alerts"."suppressed_tally" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."suppression" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."suppression_effect" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."suppressed_tally" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
-- Suppressed alerts are counted once more, so that the number of the others is a difference.
CREATE OR REPLACE FUNCTION "alerts"."tally_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
  SELECT tenant_id, status, severity, platform, model_name, count(*)
  FROM inserted GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (2, 3, 4, 5));
  IF EXISTS (SELECT FROM inserted WHERE suppressed_by IS NOT NULL) THEN
    INSERT INTO alerts.suppressed_tally (tenant_id, status, severity, platform, model_name, alerts)
    SELECT tenant_id, status, severity, platform, model_name, count(*)
    FROM inserted WHERE suppressed_by IS NOT NULL GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (2, 3, 4, 5));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "alerts"."tally_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
  SELECT tenant_id, status, severity, platform, model_name, -count(*)
  FROM deleted GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (2, 3, 4, 5));
  IF EXISTS (SELECT FROM deleted WHERE suppressed_by IS NOT NULL) THEN
    INSERT INTO alerts.suppressed_tally (tenant_id, status, severity, platform, model_name, alerts)
    SELECT tenant_id, status, severity, platform, model_name, -count(*)
    FROM deleted WHERE suppressed_by IS NOT NULL GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (2, 3, 4, 5));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- No alert becomes suppressed after it was opened, so the alerts before the change tell whether one was.
CREATE OR REPLACE FUNCTION "alerts"."tally_updated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
  SELECT tenant_id, status, severity, platform, model_name, sum(change)
  FROM (
    SELECT tenant_id, status, severity, platform, model_name, 1 AS change FROM updated
    UNION ALL
    SELECT tenant_id, status, severity, platform, model_name, -1 FROM outdated
  ) AS changes
  GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (2, 3, 4, 5)) HAVING sum(change) <> 0;
  IF EXISTS (SELECT FROM outdated WHERE suppressed_by IS NOT NULL) THEN
    INSERT INTO alerts.suppressed_tally (tenant_id, status, severity, platform, model_name, alerts)
    SELECT tenant_id, status, severity, platform, model_name, sum(change)
    FROM (
      SELECT tenant_id, status, severity, platform, model_name, 1 AS change FROM updated WHERE suppressed_by IS NOT NULL
      UNION ALL
      SELECT tenant_id, status, severity, platform, model_name, -1 FROM outdated WHERE suppressed_by IS NOT NULL
    ) AS changes
    GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (2, 3, 4, 5)) HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Events of suppressed alerts have "suppressed": true, and those of alerts that are restored are as if they were opened.
CREATE OR REPLACE FUNCTION "alerts"."tell"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change text := CASE TG_OP WHEN 'INSERT' THEN 'opened' ELSE 'changed' END;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM written LIMIT 21) AS few) <= 20 THEN
    INSERT INTO platform.event (type, tenant_id, data)
    SELECT 'alerts', tenant_id, jsonb_build_object('change', change, 'tenantId', tenant_id, 'ids', jsonb_agg(id ORDER BY id),
      'alerts', jsonb_agg(jsonb_build_object('id', id, 'endpointId', endpoint_id, 'status', upper(status::text),
        'severity', upper(severity::text), 'attackProb', attack_prob, 'updatedAtEpoch', updated_at) ORDER BY id))
      || CASE WHEN suppressed_by IS NULL THEN '{}'::jsonb ELSE '{"suppressed": true}' END
    FROM written GROUP BY tenant_id, suppressed_by IS NULL;
  ELSE
    INSERT INTO platform.event (type, tenant_id, data)
    SELECT 'alerts', tenant_id, jsonb_build_object('change', change, 'tenantId', tenant_id, 'ids', jsonb_agg(id))
      || CASE WHEN is_suppressed THEN '{"suppressed": true}'::jsonb ELSE '{}' END
    FROM (SELECT id, tenant_id, suppressed_by IS NOT NULL AS is_suppressed, row_number() OVER () / 500 AS chunk FROM written) AS numbered
    GROUP BY tenant_id, is_suppressed, chunk;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "alerts"."tell_restored"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM outdated WHERE suppressed_by IS NOT NULL) THEN
    INSERT INTO platform.event (type, tenant_id, data)
    SELECT 'alerts', tenant_id, jsonb_build_object('change', 'opened', 'tenantId', tenant_id, 'ids', jsonb_agg(id))
    FROM (
      SELECT id, written.tenant_id, row_number() OVER () / 500 AS chunk
      FROM written JOIN outdated USING (id) WHERE written.suppressed_by IS NULL AND outdated.suppressed_by IS NOT NULL
    ) AS numbered GROUP BY tenant_id, chunk;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_restored" AFTER UPDATE ON "alerts"."alert" REFERENCING OLD TABLE AS outdated NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tell_restored"();

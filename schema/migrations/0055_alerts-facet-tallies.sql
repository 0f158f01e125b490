CREATE TABLE "alerts"."endpoint_tally" (
	"tenant_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"is_suppressed" boolean NOT NULL,
	"counts" integer[] NOT NULL,
	CONSTRAINT "endpoint_tally_key" PRIMARY KEY("tenant_id","endpoint_id","is_suppressed")
);
--> statement-breakpoint
CREATE TABLE "alerts"."endpoint_tally_change" (
	"tenant_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"status" "alerts"."alert_status" NOT NULL,
	"severity" "alerts"."severity" NOT NULL,
	"is_suppressed" boolean NOT NULL,
	"alerts" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."tally_backfill" (
	"singleton" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"finished_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."technique_tally" (
	"tenant_id" text collate "C",
	"technique" text collate "C" NOT NULL,
	"status" "alerts"."alert_status" NOT NULL,
	"severity" "alerts"."severity" NOT NULL,
	"is_suppressed" boolean NOT NULL,
	"alerts" bigint NOT NULL,
	CONSTRAINT "technique_tally_key" UNIQUE NULLS NOT DISTINCT("tenant_id","technique","status","severity","is_suppressed")
);
--> statement-breakpoint
CREATE TABLE "alerts"."technique_tally_change" (
	"tenant_id" text collate "C" NOT NULL,
	"technique" text collate "C" NOT NULL,
	"status" "alerts"."alert_status" NOT NULL,
	"severity" "alerts"."severity" NOT NULL,
	"is_suppressed" boolean NOT NULL,
	"alerts" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "endpoint_tally_change_tenant" ON "alerts"."endpoint_tally_change" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "technique_tally_change_tenant" ON "alerts"."technique_tally_change" USING btree ("tenant_id");--> statement-breakpoint
-- Folding updates the counts and leaves dead changes behind; neither may slow the sums.
ALTER TABLE "alerts"."endpoint_tally" SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "alerts"."technique_tally" SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "alerts"."endpoint_tally_change" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
--> statement-breakpoint
ALTER TABLE "alerts"."technique_tally_change" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
--> statement-breakpoint
CREATE FUNCTION "alerts"."tally_facets_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH counted AS (
    INSERT INTO alerts.endpoint_tally_change (tenant_id, endpoint_id, status, severity, is_suppressed, alerts)
    SELECT tenant_id, endpoint_id, status, severity, suppressed_by IS NOT NULL, count(*)
    FROM inserted GROUP BY 1, 2, 3, 4, 5
  )
  INSERT INTO alerts.technique_tally_change (tenant_id, technique, status, severity, is_suppressed, alerts)
  SELECT tenant_id, technique, status, severity, suppressed_by IS NOT NULL, count(*)
  FROM inserted CROSS JOIN LATERAL unnest(ttp_techniques) AS technique GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "alerts"."tally_facets_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH counted AS (
    INSERT INTO alerts.endpoint_tally_change (tenant_id, endpoint_id, status, severity, is_suppressed, alerts)
    SELECT tenant_id, endpoint_id, status, severity, suppressed_by IS NOT NULL, -count(*)
    FROM deleted GROUP BY 1, 2, 3, 4, 5
  )
  INSERT INTO alerts.technique_tally_change (tenant_id, technique, status, severity, is_suppressed, alerts)
  SELECT tenant_id, technique, status, severity, suppressed_by IS NOT NULL, -count(*)
  FROM deleted CROSS JOIN LATERAL unnest(ttp_techniques) AS technique GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "alerts"."tally_facets_updated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH change AS (
    SELECT tenant_id, endpoint_id, status, severity, suppressed_by IS NOT NULL AS is_suppressed, ttp_techniques, 1 AS number
    FROM updated
    UNION ALL
    SELECT tenant_id, endpoint_id, status, severity, suppressed_by IS NOT NULL, ttp_techniques, -1 FROM outdated
  ), counted AS (
    INSERT INTO alerts.endpoint_tally_change (tenant_id, endpoint_id, status, severity, is_suppressed, alerts)
    SELECT tenant_id, endpoint_id, status, severity, is_suppressed, sum(number)
    FROM change GROUP BY 1, 2, 3, 4, 5 HAVING sum(number) <> 0
  )
  INSERT INTO alerts.technique_tally_change (tenant_id, technique, status, severity, is_suppressed, alerts)
  SELECT tenant_id, technique, status, severity, is_suppressed, sum(number)
  FROM change CROSS JOIN LATERAL unnest(ttp_techniques) AS technique GROUP BY 1, 2, 3, 4, 5 HAVING sum(number) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tally_facets_inserted" AFTER INSERT ON "alerts"."alert" REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tally_facets_inserted"();
--> statement-breakpoint
CREATE TRIGGER "tally_facets_deleted" AFTER DELETE ON "alerts"."alert" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tally_facets_deleted"();
--> statement-breakpoint
CREATE TRIGGER "tally_facets_updated" AFTER UPDATE ON "alerts"."alert" REFERENCING OLD TABLE AS outdated NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tally_facets_updated"();
--> statement-breakpoint
-- The triggers lock the table until the end of the transaction. Existing alerts are counted by a job; without any, the tallies are complete.
INSERT INTO "alerts"."tally_backfill" (finished_at) SELECT extract(epoch FROM now()) WHERE NOT EXISTS (SELECT FROM "alerts"."alert");

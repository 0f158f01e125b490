CREATE TYPE "zones"."pull_outcome" AS ENUM('imported', 'unchanged', 'failed');--> statement-breakpoint
CREATE TABLE "zones"."source" (
	"zone" text collate "C" PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_attempt_at" bigint,
	"outcome" "zones"."pull_outcome",
	"error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"current_at" bigint,
	"downloaded_at" bigint,
	"serial" bigint,
	"entity_tag" text,
	"last_modified" text,
	"refresh_seconds" bigint,
	"retry_seconds" bigint,
	"expire_seconds" bigint,
	"next_attempt_at" bigint NOT NULL,
	"stale_since" bigint
);
--> statement-breakpoint
-- The first failure of a series, and a zone that becomes stale: events of which operators can be notified.
CREATE FUNCTION "zones"."tell_source"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, data) VALUES ('zone-sources', jsonb_build_object('zone', NEW.zone,
    'origin', NEW.origin, 'error', NEW.error, 'isStale', OLD.stale_since IS NULL AND NEW.stale_since IS NOT NULL,
    'currentAt', to_char(to_timestamp(NEW.current_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_source" AFTER UPDATE ON "zones"."source" FOR EACH ROW WHEN ((OLD.failures = 0 AND NEW.failures > 0) OR (OLD.stale_since IS NULL AND NEW.stale_since IS NOT NULL)) EXECUTE FUNCTION "zones"."tell_source"();

CREATE TYPE "zones"."rdap_job_state" AS ENUM('running', 'done', 'cancelled');--> statement-breakpoint
CREATE TYPE "zones"."rdap_result_status" AS ENUM('waiting', 'found', 'not_found', 'failed');--> statement-breakpoint
CREATE TABLE "zones"."rdap_job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"tenant_id" text collate "C",
	"state" "zones"."rdap_job_state" NOT NULL,
	"count" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" text NOT NULL,
	"finished_at" bigint,
	"resume_at" bigint NOT NULL,
	"error" text,
	"turns" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."rdap_job_name" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"domain" text collate "C" NOT NULL,
	"server" text NOT NULL,
	"status" "zones"."rdap_result_status" NOT NULL,
	"attempts" integer NOT NULL,
	"retry_at" bigint NOT NULL,
	"reason" text,
	"message" text,
	"source" text,
	"answer" text,
	"referred" text,
	"fetched_at" bigint,
	CONSTRAINT "rdap_job_name_key" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "zones"."rdap_version" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"watch_id" uuid NOT NULL,
	"source" text NOT NULL,
	"answer" text,
	"referred" text,
	"fetched_at" bigint NOT NULL,
	"changed" text[]
);
--> statement-breakpoint
CREATE TABLE "zones"."rdap_watch" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"tenant_id" text collate "C",
	"domain" text collate "C" NOT NULL,
	"server" text NOT NULL,
	"interval_hours" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" text NOT NULL,
	"looked_up_at" bigint,
	"next_at" bigint,
	"error" text,
	CONSTRAINT "rdap_watch_domain" UNIQUE NULLS NOT DISTINCT("domain","account_id","tenant_id")
);
--> statement-breakpoint
ALTER TABLE "zones"."rdap_failure" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "zones"."rdap_job_name" ADD CONSTRAINT "rdap_job_name_job_id_rdap_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "zones"."rdap_job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."rdap_version" ADD CONSTRAINT "rdap_version_watch_id_rdap_watch_id_fk" FOREIGN KEY ("watch_id") REFERENCES "zones"."rdap_watch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rdap_job_newest" ON "zones"."rdap_job" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "rdap_job_running" ON "zones"."rdap_job" USING btree ("id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "rdap_job_name_waiting" ON "zones"."rdap_job_name" USING btree ("job_id","server","position") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "rdap_version_of_watch" ON "zones"."rdap_version" USING btree ("watch_id","id");--> statement-breakpoint
CREATE INDEX "rdap_watch_due" ON "zones"."rdap_watch" USING btree ("server","next_at") WHERE next_at is not null;
--> statement-breakpoint
-- Accounts have no notifications.
CREATE FUNCTION "zones"."tell_changed_dossier"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, tenant_id, data)
  SELECT 'registrations', tenant_id, jsonb_build_object('watchId', id, 'domain', domain, 'version', NEW.id, 'changed', NEW.changed)
  FROM zones.rdap_watch WHERE id = NEW.watch_id AND account_id IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_changed_dossier" AFTER INSERT ON "zones"."rdap_version" FOR EACH ROW WHEN (NEW.changed IS NOT NULL) EXECUTE FUNCTION "zones"."tell_changed_dossier"();

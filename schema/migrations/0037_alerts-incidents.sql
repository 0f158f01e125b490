CREATE TYPE "alerts"."incident_entry_kind" AS ENUM('opened', 'alerts_added', 'alerts_removed', 'merged', 'split', 'status', 'owner', 'title', 'comment');--> statement-breakpoint
CREATE TYPE "alerts"."incident_status" AS ENUM('open', 'investigating', 'resolved', 'false_positive');--> statement-breakpoint
CREATE TABLE "alerts"."incident" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"title" text NOT NULL,
	"status" "alerts"."incident_status" NOT NULL,
	"owner_id" text collate "C",
	"owner_name" text,
	"created_at" double precision NOT NULL,
	"updated_at" double precision NOT NULL,
	"triaged_at" double precision,
	"merged_into_id" uuid,
	"is_automatic" boolean NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."incident_candidate" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"alert_id" uuid NOT NULL,
	"tenant_id" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."incident_entry" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"incident_id" uuid NOT NULL,
	"kind" "alerts"."incident_entry_kind" NOT NULL,
	"at" double precision NOT NULL,
	"caller_id" text,
	"caller" text NOT NULL,
	"via" "alerts"."change_interface",
	"alert_count" integer DEFAULT 0 NOT NULL,
	"alert_ids" uuid[] DEFAULT '{}' NOT NULL,
	"other_id" uuid,
	"before" text,
	"after" text,
	"body" text
);
--> statement-breakpoint
-- A reference that is part of a new column is valid without a scan of the table.
ALTER TABLE "alerts"."alert" ADD COLUMN "incident_id" uuid CONSTRAINT "alert_incident_id_incident_id_fk" REFERENCES "alerts"."incident"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts"."incident" ADD CONSTRAINT "incident_merged_into_id_incident_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "alerts"."incident"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts"."incident_entry" ADD CONSTRAINT "incident_entry_incident_id_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "alerts"."incident"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts"."incident_entry" ADD CONSTRAINT "incident_entry_other_id_incident_id_fk" FOREIGN KEY ("other_id") REFERENCES "alerts"."incident"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_updated" ON "alerts"."incident" USING btree ("updated_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "incident_tenant_updated" ON "alerts"."incident" USING btree ("tenant_id","updated_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "incident_merged" ON "alerts"."incident" USING btree ("merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "incident_candidate_of_tenant" ON "alerts"."incident_candidate" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "incident_entry_of_incident" ON "alerts"."incident_entry" USING btree ("incident_id","id");--> statement-breakpoint
CREATE INDEX "alert_incident_severity" ON "alerts"."alert" USING btree ("incident_id","severity") WHERE incident_id is not null;
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."incident" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."incident_entry" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE FUNCTION "alerts"."tell_incidents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, tenant_id, data)
  SELECT 'incidents', tenant_id, jsonb_build_object('change', CASE TG_OP WHEN 'INSERT' THEN 'opened' ELSE 'changed' END,
    'tenantId', tenant_id, 'ids', jsonb_agg(id ORDER BY id))
  FROM written GROUP BY tenant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_inserted" AFTER INSERT ON "alerts"."incident" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tell_incidents"();
--> statement-breakpoint
CREATE TRIGGER "tell_updated" AFTER UPDATE ON "alerts"."incident" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tell_incidents"();

CREATE TYPE "alerts"."bulk_change_state" AS ENUM('preview', 'running', 'done', 'cancelled');--> statement-breakpoint
CREATE TYPE "alerts"."bulk_skipped_reason" AS ENUM('triaged', 'unmatched', 'deleted');--> statement-breakpoint
CREATE TABLE "alerts"."bulk_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" "alerts"."bulk_change_state" NOT NULL,
	"tenants" text[],
	"creator_id" text NOT NULL,
	"creator_name" text NOT NULL,
	"via" "alerts"."change_interface" NOT NULL,
	"filter" json NOT NULL,
	"criteria" json NOT NULL,
	"change" json NOT NULL,
	"count" integer NOT NULL,
	"changed_count" integer DEFAULT 0 NOT NULL,
	"conflict_count" integer DEFAULT 0 NOT NULL,
	"gone_count" integer DEFAULT 0 NOT NULL,
	"next_chunk" integer DEFAULT 0 NOT NULL,
	"created_at" double precision NOT NULL,
	"started_at" double precision,
	"finished_at" double precision,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "alerts"."bulk_change_chunk" (
	"change_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"alert_ids" uuid[] NOT NULL,
	"triaged_at" double precision[] NOT NULL,
	CONSTRAINT "bulk_change_chunk_key" PRIMARY KEY("change_id","number")
);
--> statement-breakpoint
CREATE TABLE "alerts"."bulk_change_skipped" (
	"change_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"reason" "alerts"."bulk_skipped_reason" NOT NULL,
	CONSTRAINT "bulk_change_skipped_key" PRIMARY KEY("change_id","alert_id")
);
--> statement-breakpoint
ALTER TABLE "alerts"."bulk_change_chunk" ADD CONSTRAINT "bulk_change_chunk_change_id_bulk_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "alerts"."bulk_change"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts"."bulk_change_skipped" ADD CONSTRAINT "bulk_change_skipped_change_id_bulk_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "alerts"."bulk_change"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_change_newest" ON "alerts"."bulk_change" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "bulk_change_running" ON "alerts"."bulk_change" USING btree ("started_at") WHERE state = 'running';
CREATE TYPE "zones"."bulk_registration_kind" AS ENUM('shared', 'numbered', 'variants', 'random');--> statement-breakpoint
CREATE TABLE "zones"."bulk_registration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"zone_id" integer NOT NULL,
	"day" integer NOT NULL,
	"set_id" bigint NOT NULL,
	"kind" "zones"."bulk_registration_kind" NOT NULL,
	"pattern" text NOT NULL,
	"size" integer NOT NULL,
	"expected_size" double precision NOT NULL,
	"similarity" double precision NOT NULL,
	"score" double precision NOT NULL,
	"registrations" integer NOT NULL,
	"usual_registrations" double precision,
	"first_at" bigint NOT NULL,
	"last_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."bulk_registration_day" (
	"zone_id" integer NOT NULL,
	"set_id" bigint NOT NULL,
	"day" integer NOT NULL,
	"registrations" integer NOT NULL,
	CONSTRAINT "bulk_registration_day_pkey" PRIMARY KEY("zone_id","set_id","day")
);
--> statement-breakpoint
CREATE TABLE "zones"."bulk_registration_feed" (
	"is_only" boolean PRIMARY KEY NOT NULL,
	"ingest" integer NOT NULL,
	"set_id" bigint
);
--> statement-breakpoint
CREATE TABLE "zones"."bulk_registration_name" (
	"registration_id" uuid NOT NULL,
	"zone_id" integer NOT NULL,
	"label" text collate "C" NOT NULL,
	CONSTRAINT "bulk_registration_name_pkey" PRIMARY KEY("registration_id","label")
);
--> statement-breakpoint
ALTER TABLE "zones"."bulk_registration_name" ADD CONSTRAINT "bulk_registration_name_of" FOREIGN KEY ("registration_id") REFERENCES "zones"."bulk_registration"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_registration_newest" ON "zones"."bulk_registration" USING btree ("day" DESC NULLS FIRST,"score" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "bulk_registration_zone" ON "zones"."bulk_registration" USING btree ("zone_id","day" DESC NULLS FIRST,"score" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "bulk_registration_set" ON "zones"."bulk_registration" USING btree ("set_id","day");--> statement-breakpoint
CREATE INDEX "bulk_registration_day_day" ON "zones"."bulk_registration_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "bulk_registration_name_label" ON "zones"."bulk_registration_name" USING btree ("zone_id","label");--> statement-breakpoint
-- Starts before the first import: a job reads what the log of changes has of earlier days.
INSERT INTO zones.bulk_registration_feed (is_only, ingest, set_id) VALUES (true, 0, NULL);

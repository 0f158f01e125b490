CREATE TABLE "licenses"."uptime" (
	"started_at" double precision PRIMARY KEY NOT NULL,
	"ended_at" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "licenses"."warning" ADD COLUMN "checked_at" double precision;
CREATE TABLE "zones"."policy_zone" (
	"zone" text collate "C" PRIMARY KEY NOT NULL,
	"tenant_id" text collate "C",
	"first_serial" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."policy_zone_notice" (
	"zone" text collate "C" NOT NULL,
	"address" text NOT NULL,
	"port" integer NOT NULL,
	"serial" bigint,
	"error" text,
	"ended_at" bigint NOT NULL,
	"messages" bigint NOT NULL,
	CONSTRAINT "policy_zone_notice_pkey" PRIMARY KEY("zone","address","port")
);
--> statement-breakpoint
ALTER TABLE "zones"."policy_zone_client" ALTER COLUMN "full_transfers" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "zones"."policy_zone_client" ALTER COLUMN "incremental_transfers" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "zones"."policy_zone_client" ALTER COLUMN "refusals" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "zones"."brand" ADD COLUMN "skipped_certificates" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "zones"."brand_alert" ADD COLUMN "ignored_at" bigint;--> statement-breakpoint
ALTER TABLE "zones"."policy_zone_client" ADD COLUMN "checked_at" bigint;--> statement-breakpoint
ALTER TABLE "zones"."source" ADD COLUMN "noticed_at" bigint;--> statement-breakpoint
ALTER TABLE "zones"."policy_zone_client" DROP COLUMN "notified_serial";--> statement-breakpoint
ALTER TABLE "zones"."policy_zone_client" DROP COLUMN "notify_error";--> statement-breakpoint
-- A session keeps the plans of its first call, which often changes one hit; nested loops of them would read all pairs of
-- 25,000 changed hits.
ALTER FUNCTION "zones"."list_changed_hits"() SET enable_nestloop = off;--> statement-breakpoint
ALTER FUNCTION "zones"."tell_changed_hits"() SET enable_nestloop = off;

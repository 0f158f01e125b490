CREATE TABLE "zones"."brand_alert" (
	"inference_id" text PRIMARY KEY NOT NULL,
	"hit_id" uuid NOT NULL,
	"hostname" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"alert_id" uuid
);
--> statement-breakpoint
CREATE TABLE "zones"."brand_alert_feed" (
	"is_only" boolean PRIMARY KEY NOT NULL,
	"serial" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."policy_zone_client" (
	"zone" text collate "C" NOT NULL,
	"address" text NOT NULL,
	"serial" bigint,
	"transferred_at" bigint,
	"full_transfers" integer DEFAULT 0 NOT NULL,
	"incremental_transfers" integer DEFAULT 0 NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"last_refusal" text,
	"refused_at" bigint,
	"notified_serial" bigint,
	"notify_error" text,
	CONSTRAINT "policy_zone_client_pkey" PRIMARY KEY("zone","address")
);
--> statement-breakpoint
ALTER TABLE "zones"."block_serial" ADD COLUMN "pruned_serial" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "zones"."brand" ADD COLUMN "opens_alerts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "zones"."brand_alert" ADD CONSTRAINT "brand_alert_hit_id_brand_hit_id_fk" FOREIGN KEY ("hit_id") REFERENCES "zones"."brand_hit"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brand_alert_of_hit" ON "zones"."brand_alert" USING btree ("hit_id");--> statement-breakpoint
CREATE INDEX "brand_alert_alert" ON "zones"."brand_alert" USING btree ("alert_id");--> statement-breakpoint
INSERT INTO "zones"."brand_alert_feed" ("is_only", "serial") SELECT true, coalesce(max("serial"), 0) FROM "zones"."block_change";

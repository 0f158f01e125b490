CREATE TABLE "drive"."malware_finding" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"site_id" text collate "C" NOT NULL,
	"item_id" text collate "C" NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"malware" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"quick_xor_hash" text,
	"modified_by" text,
	"found_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drive"."removed_content" (
	"sha256" text collate "C" PRIMARY KEY NOT NULL,
	"removed_at" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drive"."site" ADD COLUMN "applied_filter" jsonb;--> statement-breakpoint
ALTER TABLE "drive"."connection" ADD COLUMN "drive_id" text collate "C";--> statement-breakpoint
ALTER TABLE "drive"."connection" ADD COLUMN "added_at" double precision;--> statement-breakpoint
ALTER TABLE "drive"."connection" ADD COLUMN "is_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drive"."connection" ADD COLUMN "poll_seconds" integer;--> statement-breakpoint
ALTER TABLE "drive"."connection" ADD COLUMN "filter" jsonb;--> statement-breakpoint
ALTER TABLE "drive"."connection" ADD COLUMN "credentials" text;--> statement-breakpoint
ALTER TABLE "drive"."connection" ADD COLUMN "sync_requested_at" double precision;--> statement-breakpoint
CREATE UNIQUE INDEX "malware_finding_key" ON "drive"."malware_finding" USING btree ("site_id","item_id","fingerprint");
--> statement-breakpoint
-- Malware that a site reports: an event of which operators can be notified.
CREATE FUNCTION "drive"."tell_malware"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, data) VALUES ('drive-malware', jsonb_build_object('siteId', NEW.site_id, 'itemId', NEW.item_id,
    'findingId', NEW.id::text, 'malware', NEW.malware, 'name', NEW.name, 'size', NEW.size));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_found" AFTER INSERT ON "drive"."malware_finding" FOR EACH ROW EXECUTE FUNCTION "drive"."tell_malware"();

CREATE TYPE "drive"."mass_change_effect" AS ENUM('encrypted', 'replaced', 'renamed', 'deleted', 'note');--> statement-breakpoint
CREATE TYPE "drive"."mass_change_kind" AS ENUM('encryption', 'deletion');--> statement-breakpoint
CREATE TYPE "drive"."mass_change_state" AS ENUM('open', 'confirmed', 'dismissed', 'resolved');--> statement-breakpoint
CREATE TABLE "drive"."detection" (
	"inference_id" text collate "C" PRIMARY KEY NOT NULL,
	"site_id" text collate "C" NOT NULL,
	"mass_change_id" bigint,
	"finding_id" bigint,
	"detected_at" double precision NOT NULL,
	"handed_at" double precision DEFAULT 0 NOT NULL,
	"alert_id" uuid
);
--> statement-breakpoint
CREATE TABLE "drive"."mass_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"site_id" text collate "C" NOT NULL,
	"kind" "drive"."mass_change_kind" NOT NULL,
	"state" "drive"."mass_change_state" NOT NULL,
	"first_change" bigint NOT NULL,
	"last_change" bigint NOT NULL,
	"began_at" double precision NOT NULL,
	"noticed_at" double precision NOT NULL,
	"grown_at" double precision NOT NULL,
	"score" integer NOT NULL,
	"reasons" text[] NOT NULL,
	"known_files" integer NOT NULL,
	"changed_at" double precision,
	"changed_by" text,
	"notes" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drive"."mass_change_file" (
	"mass_change_id" bigint NOT NULL,
	"item_id" text collate "C" NOT NULL,
	"effect" "drive"."mass_change_effect" NOT NULL,
	"change" bigint NOT NULL,
	"previous_name" text,
	CONSTRAINT "mass_change_file_key" PRIMARY KEY("mass_change_id","item_id")
);
--> statement-breakpoint
ALTER TABLE "drive"."content" ADD COLUMN "format" text;--> statement-breakpoint
ALTER TABLE "drive"."content" ADD COLUMN "entropy" double precision;--> statement-breakpoint
ALTER TABLE "drive"."content" ADD COLUMN "chi_square" double precision;--> statement-breakpoint
ALTER TABLE "drive"."site" ADD COLUMN "guarded_change" bigint;--> statement-breakpoint
ALTER TABLE "drive"."mass_change_file" ADD CONSTRAINT "mass_change_file_mass_change_id_mass_change_id_fk" FOREIGN KEY ("mass_change_id") REFERENCES "drive"."mass_change"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "detection_unreported" ON "drive"."detection" USING btree ("handed_at") WHERE alert_id is null;--> statement-breakpoint
CREATE INDEX "detection_of_mass_change" ON "drive"."detection" USING btree ("mass_change_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mass_change_open" ON "drive"."mass_change" USING btree ("site_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "mass_change_of_site" ON "drive"."mass_change" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "mass_change_file_order" ON "drive"."mass_change_file" USING btree ("mass_change_id","change","item_id");
--> statement-breakpoint
-- A mass change that is noticed: an event of which operators can be notified.
CREATE FUNCTION "drive"."tell_mass_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, data) VALUES ('drive-mass-changes', jsonb_build_object('siteId', NEW.site_id,
    'massChangeId', NEW.id::text, 'kind', NEW.kind, 'score', NEW.score, 'reasons', NEW.reasons, 'knownFiles', NEW.known_files));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_noticed" AFTER INSERT ON "drive"."mass_change" FOR EACH ROW EXECUTE FUNCTION "drive"."tell_mass_change"();

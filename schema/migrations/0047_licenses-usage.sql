CREATE TABLE "licenses"."usage_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licenses"."usage_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" double precision NOT NULL,
	"guid" uuid NOT NULL,
	"change" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licenses"."usage_entry" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licenses"."usage_head" (
	"size" bigint PRIMARY KEY NOT NULL,
	"at" double precision NOT NULL,
	"root" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licenses"."usage_node" (
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hash" text collate "C" NOT NULL,
	CONSTRAINT "usage_node_key" PRIMARY KEY("level","index")
);
--> statement-breakpoint
-- The log begins with the controllers that have seats now.
INSERT INTO "licenses"."usage_change" ("at", "guid", "change") SELECT "registered_at", "guid", 'registered' FROM "licenses"."controller" ORDER BY "registered_at", "guid";
--> statement-breakpoint
-- A trigger, because processes of the previous release register and release controllers too.
CREATE FUNCTION "licenses"."record_seat_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO licenses.usage_change (at, guid, change) VALUES (NEW.last_contact, NEW.guid, 'registered');
  ELSE
    INSERT INTO licenses.usage_change (at, guid, change)
    VALUES (extract(epoch FROM clock_timestamp()), OLD.guid, 'removed');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "record_seat_change" AFTER INSERT OR DELETE ON "licenses"."controller" FOR EACH ROW EXECUTE FUNCTION "licenses"."record_seat_change"();

CREATE TABLE "licenses"."seat_count" (
	"seconds" integer NOT NULL,
	"start" bigint NOT NULL,
	"dimension" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"used" integer NOT NULL,
	"peak" integer NOT NULL,
	"cap" integer,
	CONSTRAINT "seat_count_key" PRIMARY KEY("seconds","start","dimension","name")
);

--> statement-breakpoint
-- A trigger, because processes of the previous release register and release controllers too.
CREATE FUNCTION "licenses"."publish_seat_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed licenses.controller := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
  INSERT INTO platform.event (type, data)
  VALUES ('license-changes', jsonb_build_object(
    'change', CASE TG_OP WHEN 'INSERT' THEN 'registered' ELSE 'removed' END,
    'guid', changed.guid, 'hostname', changed.last_hostname, 'department', changed.department));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "publish_seat_change" AFTER INSERT OR DELETE ON "licenses"."controller" FOR EACH ROW EXECUTE FUNCTION "licenses"."publish_seat_change"();

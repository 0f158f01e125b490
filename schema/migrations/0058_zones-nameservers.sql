CREATE TABLE "zones"."nameserver_progress" (
	"is_only" boolean PRIMARY KEY NOT NULL,
	"set_id" bigint NOT NULL,
	"is_complete" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."nameserver_use" (
	"name" text collate "C" NOT NULL,
	"set_id" bigint NOT NULL,
	CONSTRAINT "nameserver_use_pkey" PRIMARY KEY("name","set_id")
);
--> statement-breakpoint
CREATE TABLE "zones"."rdap_failure" (
	"subject" text collate "C" PRIMARY KEY NOT NULL,
	"is_timeout" boolean NOT NULL,
	"message" text NOT NULL,
	"expires_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rdap_failure_expired" ON "zones"."rdap_failure" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "change_old_set" ON ONLY "zones"."change" USING btree ("old_set_id","ingest","label");--> statement-breakpoint
CREATE INDEX "change_new_set" ON ONLY "zones"."change" USING btree ("new_set_id","ingest","label");--> statement-breakpoint
CREATE INDEX "state_set" ON ONLY "zones"."state" USING btree ("set_id","label");--> statement-breakpoint
-- ONLY is written by hand: partitions of earlier releases get these indexes from a job, which does not block imports. So do the sets that they have stored.
CREATE FUNCTION "zones"."list_nameservers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO zones.nameserver_use (name, set_id)
  SELECT name, written.id FROM written, unnest(written.data) AS name ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "list_nameservers" AFTER INSERT ON "zones"."nameserver_set" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "zones"."list_nameservers"();
--> statement-breakpoint
INSERT INTO zones.nameserver_progress (is_only, set_id, is_complete) SELECT true, -9223372036854775808,
  NOT EXISTS (SELECT FROM zones.nameserver_set)
    AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent IN ('zones.state'::regclass, 'zones.change'::regclass));

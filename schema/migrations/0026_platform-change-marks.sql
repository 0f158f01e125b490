CREATE UNLOGGED TABLE "platform"."change_mark" (
	"domain" text NOT NULL,
	"process" integer NOT NULL,
	"transaction" bigint NOT NULL,
	CONSTRAINT "change_mark_key" PRIMARY KEY("domain","process")
) WITH (fillfactor = 50);
--> statement-breakpoint
-- The domain is the argument of the trigger. Connections have a row each, so that no transaction waits for another's.
CREATE FUNCTION "platform"."mark_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.change_mark AS mark (domain, process, transaction)
  VALUES (TG_ARGV[0], pg_backend_pid(), pg_current_xact_id()::text::bigint)
  ON CONFLICT (domain, process) DO UPDATE SET transaction = excluded.transaction
    WHERE mark.transaction <> excluded.transaction;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."alert" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."alert_tally" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."alert_transition" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."alert_verdict" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."endpoint" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');

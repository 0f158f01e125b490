CREATE TABLE "alerts"."alert_assignment" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"alert_id" uuid NOT NULL,
	"at" double precision NOT NULL,
	"from_id" text,
	"from_name" text,
	"to_id" text,
	"to_name" text,
	"caller" text NOT NULL,
	"via" "alerts"."change_interface" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."alert_comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alert_id" uuid NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"author_id" text collate "C" NOT NULL,
	"author_name" text NOT NULL,
	"created_at" double precision NOT NULL,
	"edited_at" double precision,
	"version" integer NOT NULL,
	"body" text NOT NULL,
	"mention_ids" text[] NOT NULL,
	"mention_names" text[] NOT NULL,
	"via" "alerts"."change_interface" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."alert_comment_version" (
	"comment_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" double precision NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "alert_comment_version_key" PRIMARY KEY("comment_id","version")
);
--> statement-breakpoint
ALTER TABLE "alerts"."alert" ADD COLUMN "assignee_id" text collate "C";--> statement-breakpoint
ALTER TABLE "alerts"."alert" ADD COLUMN "assignee_name" text;--> statement-breakpoint
ALTER TABLE "alerts"."alert" ADD COLUMN "triaged_at" double precision;--> statement-breakpoint
ALTER TABLE "alerts"."alert" ADD COLUMN "comment_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts"."alert_assignment" ADD CONSTRAINT "alert_assignment_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "alerts"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts"."alert_comment" ADD CONSTRAINT "alert_comment_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "alerts"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts"."alert_comment_version" ADD CONSTRAINT "alert_comment_version_comment_id_alert_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "alerts"."alert_comment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_assignment_of_alert" ON "alerts"."alert_assignment" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "alert_comment_of_alert" ON "alerts"."alert_comment" USING btree ("alert_id","created_at","id");--> statement-breakpoint
CREATE INDEX "alert_comment_mentions" ON "alerts"."alert_comment" USING gin ("mention_ids");--> statement-breakpoint
CREATE INDEX "alert_assignee_created" ON "alerts"."alert" USING btree ("assignee_id","created_at" DESC NULLS FIRST,"id") WHERE assignee_id is not null;--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."alert_assignment" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."alert_comment" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
CREATE TRIGGER "mark_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "alerts"."alert_comment_version" FOR EACH STATEMENT EXECUTE FUNCTION "platform"."mark_change"('alerts');
--> statement-breakpoint
-- Clients compare times in milliseconds. Therefore each change of the status or the assignee has a whole millisecond that is later than any
-- time that a client has read of the alert before. 0.001 ms is more than the error of the double precision, and less than the microseconds
-- by which updated_at moves. A trigger, because processes of the previous release change alerts too.
CREATE FUNCTION "alerts"."set_triaged_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.triaged_at := greatest(
    floor(NEW.updated_at * 1000 + 0.001),
    floor(greatest(OLD.updated_at, OLD.triaged_at) * 1000 + 0.001) + 1
  ) / 1000;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "set_triaged_at" BEFORE UPDATE OF "status", "assignee_id" ON "alerts"."alert" FOR EACH ROW EXECUTE FUNCTION "alerts"."set_triaged_at"();

CREATE SCHEMA "notifications";
--> statement-breakpoint
CREATE TABLE "platform"."event_cursor" (
	"name" text PRIMARY KEY NOT NULL,
	"position" text NOT NULL,
	"transaction" bigint NOT NULL,
	"cluster" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications"."delivery" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"rule_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"queued_at" double precision NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" double precision,
	"finished_at" double precision,
	"last_status" integer,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "notifications"."queue" (
	"rule_id" uuid PRIMARY KEY NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"dead" integer DEFAULT 0 NOT NULL,
	"delivered" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"retry_at" double precision DEFAULT 0 NOT NULL,
	"lease" uuid,
	"leased_until" double precision DEFAULT 0 NOT NULL,
	"window_starts_at" double precision DEFAULT 0 NOT NULL,
	"window_count" integer DEFAULT 0 NOT NULL,
	"held" jsonb
);
--> statement-breakpoint
CREATE TABLE "notifications"."rule" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text collate "C" NOT NULL,
	"tenant_id" text collate "C",
	"kinds" text[] NOT NULL,
	"conditions" jsonb NOT NULL,
	"target" text NOT NULL,
	"address" text NOT NULL,
	"throttle_max" integer NOT NULL,
	"throttle_seconds" integer NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"time_zone" text,
	"is_enabled" boolean NOT NULL,
	"disabled_reason" text,
	"active_from" double precision NOT NULL,
	"created_at" double precision NOT NULL,
	"updated_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications"."secret" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rule_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"created_at" double precision NOT NULL,
	"expires_at" double precision
);
--> statement-breakpoint
ALTER TABLE "notifications"."delivery" ADD CONSTRAINT "delivery_rule_id_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "notifications"."rule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications"."queue" ADD CONSTRAINT "queue_rule_id_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "notifications"."rule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications"."secret" ADD CONSTRAINT "secret_rule_id_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "notifications"."rule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_id" ON "notifications"."delivery" USING btree ("id");--> statement-breakpoint
CREATE INDEX "delivery_pending" ON "notifications"."delivery" USING btree ("rule_id","sequence") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "delivery_dead" ON "notifications"."delivery" USING btree ("rule_id","sequence") WHERE status = 'dead';--> statement-breakpoint
CREATE INDEX "delivery_of_rule" ON "notifications"."delivery" USING btree ("rule_id","sequence" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_finished" ON "notifications"."delivery" USING btree ("finished_at") WHERE status <> 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "rule_name" ON "notifications"."rule" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "secret_of_rule" ON "notifications"."secret" USING btree ("rule_id","created_at");
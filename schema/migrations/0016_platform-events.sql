CREATE TABLE "platform"."event" (
	"transaction" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL,
	"id" bigserial NOT NULL,
	"type" text NOT NULL,
	"tenant_id" text,
	"at" double precision DEFAULT extract(epoch from clock_timestamp()) NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "event_key" PRIMARY KEY("transaction","id")
);
--> statement-breakpoint
CREATE TABLE "platform"."event_log" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"generation" text NOT NULL,
	"cluster" text NOT NULL,
	"removed_until" bigint NOT NULL,
	CONSTRAINT "event_log_only" CHECK ("platform"."event_log"."is_only")
);

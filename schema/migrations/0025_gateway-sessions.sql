CREATE TABLE "gateway"."session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"tenants" text[],
	"tenant_id" text,
	"credential_id" text NOT NULL,
	"token_id" uuid,
	"provider" text,
	"subject" text,
	"provider_session" text,
	"sealed_id_token" text,
	"source_address" text NOT NULL,
	"created_at" double precision NOT NULL,
	"last_used_at" double precision NOT NULL,
	"expires_at" double precision NOT NULL,
	CONSTRAINT "session_role" CHECK ("gateway"."session"."role" in ('admin', 'analyst', 'viewer', 'ingest'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "session_hash" ON "gateway"."session" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "session_of_credential" ON "gateway"."session" USING btree ("credential_id","created_at");--> statement-breakpoint
CREATE INDEX "session_of_subject" ON "gateway"."session" USING btree ("provider","subject") WHERE "gateway"."session"."provider" is not null;--> statement-breakpoint
CREATE INDEX "session_expires" ON "gateway"."session" USING btree ("expires_at");
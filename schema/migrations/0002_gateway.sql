CREATE SCHEMA "gateway";
--> statement-breakpoint
CREATE TABLE "gateway"."operator_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"role" text NOT NULL,
	"tenant_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "operator_tokens_role" CHECK ("gateway"."operator_tokens"."role" in ('admin', 'analyst')),
	CONSTRAINT "operator_tokens_admin_of_all" CHECK ("gateway"."operator_tokens"."role" <> 'admin' or "gateway"."operator_tokens"."tenant_id" is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "operator_tokens_hash" ON "gateway"."operator_tokens" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_tokens_name_in_use" ON "gateway"."operator_tokens" USING btree ("name") WHERE "gateway"."operator_tokens"."revoked_at" is null;
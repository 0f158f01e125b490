CREATE TYPE "zones"."credential_mail_kind" AS ENUM('email_confirmation', 'password_reset', 'password_changed');--> statement-breakpoint
CREATE TABLE "zones"."credential_mail" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" "zones"."credential_mail_kind" NOT NULL,
	"recipient" text NOT NULL,
	"status" "zones"."mail_status" NOT NULL,
	"created_at" double precision NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" double precision NOT NULL,
	"finished_at" double precision,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "zones"."credential_token" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"mail_id" uuid NOT NULL,
	"expires_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."known_source" (
	"account_id" uuid NOT NULL,
	"source" text NOT NULL,
	"last_succeeded_at" double precision NOT NULL,
	CONSTRAINT "known_source_pkey" PRIMARY KEY("account_id","source")
);
--> statement-breakpoint
ALTER TABLE "zones"."account" ADD COLUMN "email_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "zones"."credential_mail" ADD CONSTRAINT "credential_mail_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "zones"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."credential_token" ADD CONSTRAINT "credential_token_mail_id_credential_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "zones"."credential_mail"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."known_source" ADD CONSTRAINT "known_source_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "zones"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credential_mail_due" ON "zones"."credential_mail" USING btree ("due_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "credential_mail_newest" ON "zones"."credential_mail" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "credential_mail_status_newest" ON "zones"."credential_mail" USING btree ("status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "credential_mail_of_account" ON "zones"."credential_mail" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "credential_token_of_mail" ON "zones"."credential_token" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "credential_token_expiry" ON "zones"."credential_token" USING btree ("expires_at");
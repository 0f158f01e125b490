CREATE SCHEMA "zones";
--> statement-breakpoint
CREATE TYPE "zones"."account_action" AS ENUM('registered', 'approved', 'rejected', 'suspended', 'subscription_set', 'key_generated', 'key_deleted', 'key_revoked');--> statement-breakpoint
CREATE TYPE "zones"."account_interface" AS ENUM('rest', 'graphql', 'command-line');--> statement-breakpoint
CREATE TYPE "zones"."account_status" AS ENUM('pending', 'approved', 'rejected', 'suspended');--> statement-breakpoint
CREATE TYPE "zones"."mail_kind" AS ENUM('confirmation', 'default_key');--> statement-breakpoint
CREATE TYPE "zones"."mail_status" AS ENUM('waiting', 'sent', 'failed', 'dropped');--> statement-breakpoint
CREATE TYPE "zones"."tier" AS ENUM('trial', 'basic', 'enterprise');--> statement-breakpoint
CREATE TABLE "zones"."account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text collate "C" NOT NULL,
	"email" text NOT NULL,
	"username_key" text collate "C" NOT NULL,
	"email_key" text collate "C" NOT NULL,
	"password_hash" text NOT NULL,
	"status" "zones"."account_status" NOT NULL,
	"created_at" double precision NOT NULL,
	CONSTRAINT "account_username" UNIQUE("username_key"),
	CONSTRAINT "account_email" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "zones"."account_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"at" double precision NOT NULL,
	"action" "zones"."account_action" NOT NULL,
	"caller" text NOT NULL,
	"via" "zones"."account_interface" NOT NULL,
	"key_name" text,
	"tier" "zones"."tier",
	"expires_at" double precision
);
--> statement-breakpoint
CREATE TABLE "zones"."api_key" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"prefix" text NOT NULL,
	"created_at" double precision NOT NULL,
	"expires_at" double precision NOT NULL,
	"last_used_at" double precision,
	"revoked_at" double precision
);
--> statement-breakpoint
CREATE TABLE "zones"."api_key_secret" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."mail" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" "zones"."mail_kind" NOT NULL,
	"key_id" uuid,
	"recipient" text NOT NULL,
	"status" "zones"."mail_status" NOT NULL,
	"created_at" double precision NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" double precision NOT NULL,
	"finished_at" double precision,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "zones"."subscription" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"tier" "zones"."tier" NOT NULL,
	"started_at" double precision NOT NULL,
	"expires_at" double precision NOT NULL,
	"window_starts_at" double precision NOT NULL,
	"used" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "zones"."account_event" ADD CONSTRAINT "account_event_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "zones"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."api_key" ADD CONSTRAINT "api_key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "zones"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."api_key_secret" ADD CONSTRAINT "api_key_secret_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "zones"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."mail" ADD CONSTRAINT "mail_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "zones"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."mail" ADD CONSTRAINT "mail_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "zones"."api_key"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."subscription" ADD CONSTRAINT "subscription_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "zones"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_newest" ON "zones"."account" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "account_status_newest" ON "zones"."account" USING btree ("status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "account_event_of_account" ON "zones"."account_event" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "api_key_of_account" ON "zones"."api_key" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "api_key_secret_of_key" ON "zones"."api_key_secret" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "mail_due" ON "zones"."mail" USING btree ("due_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "mail_newest" ON "zones"."mail" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "mail_status_newest" ON "zones"."mail" USING btree ("status","created_at" DESC NULLS FIRST,"id");
CREATE SCHEMA "drive";
--> statement-breakpoint
CREATE TYPE "drive"."change_kind" AS ENUM('created', 'updated', 'renamed', 'moved', 'deleted', 'restored', 'content_stored');--> statement-breakpoint
CREATE TYPE "drive"."content_state" AS ENUM('none', 'pending', 'stored', 'failed');--> statement-breakpoint
CREATE TYPE "drive"."subscription_state" AS ENUM('creating', 'active', 'removed');--> statement-breakpoint
CREATE TYPE "drive"."sync_outcome" AS ENUM('running', 'done', 'failed', 'interrupted');--> statement-breakpoint
CREATE TYPE "drive"."sync_trigger" AS ENUM('notification', 'poll', 'request', 'retry');--> statement-breakpoint
CREATE TABLE "drive"."change" (
	"site_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"item_id" text collate "C" NOT NULL,
	"kind" "drive"."change_kind" NOT NULL,
	"name" text NOT NULL,
	"previous_name" text,
	"parent_id" text collate "C",
	"previous_parent_id" text collate "C",
	"at" double precision NOT NULL,
	CONSTRAINT "change_key" PRIMARY KEY("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "drive"."content" (
	"sha256" text collate "C" PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"quick_xor_hash" text collate "C" NOT NULL,
	"stored_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drive"."evidence" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"alert_id" uuid NOT NULL,
	"site_id" text collate "C" NOT NULL,
	"item_id" text collate "C" NOT NULL,
	"note" text NOT NULL,
	"linked_by" text NOT NULL,
	"linked_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drive"."item" (
	"site_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"parent_id" text collate "C",
	"name" text collate "C" NOT NULL,
	"is_root" boolean NOT NULL,
	"is_folder" boolean NOT NULL,
	"size" bigint NOT NULL,
	"e_tag" text,
	"c_tag" text,
	"mime_type" text,
	"web_url" text,
	"created_at" double precision,
	"modified_at" double precision,
	"modified_by" text,
	"quick_xor_hash" text,
	"deleted_at" double precision,
	"change" bigint NOT NULL,
	"content_state" "drive"."content_state" NOT NULL,
	"content_sha256" text collate "C",
	"content_tag" text,
	"download_attempts" integer DEFAULT 0 NOT NULL,
	"download_error" text,
	"next_download_at" double precision DEFAULT 0 NOT NULL,
	CONSTRAINT "item_key" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "drive"."item_version" (
	"site_id" text collate "C" NOT NULL,
	"item_id" text collate "C" NOT NULL,
	"change" bigint NOT NULL,
	"name" text NOT NULL,
	"sha256" text collate "C" NOT NULL,
	"e_tag" text,
	"modified_at" double precision,
	"modified_by" text,
	"stored_at" double precision NOT NULL,
	CONSTRAINT "item_version_key" PRIMARY KEY("site_id","item_id","change")
);
--> statement-breakpoint
CREATE TABLE "drive"."connection" (
	"hostname" text collate "C" NOT NULL,
	"path" text collate "C" NOT NULL,
	"site_id" text collate "C",
	"is_connected" boolean NOT NULL,
	"connected_at" double precision,
	"disconnected_at" double precision,
	"roles" text[],
	"token_expires_at" double precision,
	"last_error_code" text,
	"last_error" text,
	"last_error_at" double precision,
	"failures" integer DEFAULT 0 NOT NULL,
	"circuit_open_until" double precision,
	CONSTRAINT "connection_key" PRIMARY KEY("hostname","path")
);
--> statement-breakpoint
CREATE TABLE "drive"."site" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"hostname" text collate "C" NOT NULL,
	"path" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"web_url" text NOT NULL,
	"last_change" bigint DEFAULT 0 NOT NULL,
	"delta_link" text,
	"current_run_id" bigint,
	"next_poll_at" double precision DEFAULT 0 NOT NULL,
	"created_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drive"."notification" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"site_id" text collate "C" NOT NULL,
	"subscription_id" bigint NOT NULL,
	"received_at" double precision NOT NULL,
	"lifecycle_event" text,
	"run_id" bigint
);
--> statement-breakpoint
CREATE TABLE "drive"."receiver_count" (
	"kind" text collate "C" PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"last_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drive"."staged_item" (
	"site_id" text collate "C" NOT NULL,
	"run_id" bigint NOT NULL,
	"position" bigint NOT NULL,
	"id" text collate "C" NOT NULL,
	"facts" jsonb,
	CONSTRAINT "staged_item_key" PRIMARY KEY("site_id","run_id","position")
);
--> statement-breakpoint
CREATE TABLE "drive"."subscription" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"site_id" text collate "C" NOT NULL,
	"remote_id" text collate "C",
	"state" "drive"."subscription_state" NOT NULL,
	"resource" text NOT NULL,
	"notification_url" text NOT NULL,
	"client_state_hashes" text[] NOT NULL,
	"created_at" double precision NOT NULL,
	"renewed_at" double precision NOT NULL,
	"expires_at" double precision,
	"last_notification_at" double precision,
	"last_error" text,
	"last_error_at" double precision
);
--> statement-breakpoint
CREATE TABLE "drive"."sync_run" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"site_id" text collate "C" NOT NULL,
	"trigger" "drive"."sync_trigger" NOT NULL,
	"outcome" "drive"."sync_outcome" NOT NULL,
	"started_at" double precision NOT NULL,
	"finished_at" double precision,
	"pages" integer DEFAULT 0 NOT NULL,
	"items_seen" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"deleted" integer DEFAULT 0 NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"downloaded_bytes" bigint DEFAULT 0 NOT NULL,
	"resumed_downloads" integer DEFAULT 0 NOT NULL,
	"failed_downloads" integer DEFAULT 0 NOT NULL,
	"throttled" integer DEFAULT 0 NOT NULL,
	"retries" integer DEFAULT 0 NOT NULL,
	"from_scratch" boolean DEFAULT false NOT NULL,
	"error_code" text,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "drive"."item" ADD CONSTRAINT "item_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "drive"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive"."item" ADD CONSTRAINT "item_content_sha256_content_sha256_fk" FOREIGN KEY ("content_sha256") REFERENCES "drive"."content"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive"."item_version" ADD CONSTRAINT "item_version_sha256_content_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "drive"."content"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive"."connection" ADD CONSTRAINT "connection_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "drive"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive"."subscription" ADD CONSTRAINT "subscription_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "drive"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive"."sync_run" ADD CONSTRAINT "sync_run_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "drive"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_of_item" ON "drive"."change" USING btree ("site_id","item_id","number");--> statement-breakpoint
CREATE INDEX "evidence_of_alert" ON "drive"."evidence" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "evidence_of_item" ON "drive"."evidence" USING btree ("site_id","item_id","id");--> statement-breakpoint
CREATE INDEX "item_change" ON "drive"."item" USING btree ("site_id","change");--> statement-breakpoint
CREATE INDEX "item_children" ON "drive"."item" USING btree ("site_id","parent_id","name","id");--> statement-breakpoint
CREATE INDEX "item_download" ON "drive"."item" USING btree ("site_id","next_download_at","id") WHERE deleted_at is null and content_state in ('pending', 'failed');--> statement-breakpoint
CREATE INDEX "item_content" ON "drive"."item" USING btree ("content_sha256");--> statement-breakpoint
CREATE INDEX "item_version_content" ON "drive"."item_version" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "notification_open" ON "drive"."notification" USING btree ("site_id") WHERE run_id is null;--> statement-breakpoint
CREATE INDEX "notification_received" ON "drive"."notification" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "staged_item_newest" ON "drive"."staged_item" USING btree ("site_id","run_id","id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_remote" ON "drive"."subscription" USING btree ("remote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_in_use" ON "drive"."subscription" USING btree ("site_id") WHERE state <> 'removed';--> statement-breakpoint
CREATE INDEX "sync_run_of_site" ON "drive"."sync_run" USING btree ("site_id","id");
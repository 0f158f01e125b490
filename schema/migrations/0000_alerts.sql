CREATE SCHEMA "alerts";
--> statement-breakpoint
CREATE TYPE "alerts"."change_interface" AS ENUM('rest', 'graphql', 'command-line');--> statement-breakpoint
CREATE TYPE "alerts"."platform" AS ENUM('windows', 'linux');--> statement-breakpoint
CREATE TYPE "alerts"."prediction" AS ENUM('attack', 'benign', 'error');--> statement-breakpoint
CREATE TYPE "alerts"."severity" AS ENUM('low', 'medium', 'high', 'critical');--> statement-breakpoint
CREATE TYPE "alerts"."alert_status" AS ENUM('open', 'acknowledged', 'investigating', 'resolved', 'false_positive');--> statement-breakpoint
CREATE TABLE "alerts"."alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"severity" "alerts"."severity" NOT NULL,
	"status" "alerts"."alert_status" NOT NULL,
	"platform" "alerts"."platform" NOT NULL,
	"attack_prob" double precision NOT NULL,
	"confidence" double precision NOT NULL,
	"prediction" "alerts"."prediction" NOT NULL,
	"ttp_techniques" text[] NOT NULL,
	"ttp_explanation" text,
	"inference_ids" text[] NOT NULL,
	"first_seen" double precision NOT NULL,
	"last_seen" double precision NOT NULL,
	"created_at" double precision NOT NULL,
	"updated_at" double precision NOT NULL,
	"analyst_notes" text DEFAULT '' NOT NULL,
	"resolved_by" text,
	"model_name" text collate "C" NOT NULL,
	"num_nodes" integer NOT NULL,
	"num_edges" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."alert_tally" (
	"tenant_id" text collate "C" NOT NULL,
	"status" "alerts"."alert_status" NOT NULL,
	"severity" "alerts"."severity" NOT NULL,
	"platform" "alerts"."platform" NOT NULL,
	"model_name" text collate "C" NOT NULL,
	"alerts" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."alert_transition" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"alert_id" uuid NOT NULL,
	"at" double precision NOT NULL,
	"from_status" "alerts"."alert_status" NOT NULL,
	"to_status" "alerts"."alert_status" NOT NULL,
	"caller" text NOT NULL,
	"resolved_by" text,
	"notes" text,
	"via" "alerts"."change_interface" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."alert_verdict" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"alert_id" uuid NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"model_name" text collate "C" NOT NULL,
	"is_true_positive" boolean NOT NULL,
	"is_latest" boolean NOT NULL,
	"at" double precision NOT NULL,
	"caller" text NOT NULL,
	"analyst" text,
	"notes" text,
	"via" "alerts"."change_interface" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."endpoint" (
	"tenant_id" text collate "C" NOT NULL,
	"hostname" text collate "C" NOT NULL,
	"platform" "alerts"."platform" NOT NULL,
	"last_alert_time" double precision NOT NULL,
	CONSTRAINT "endpoint_key" PRIMARY KEY("tenant_id","hostname")
);
--> statement-breakpoint
CREATE TABLE "alerts"."inference" (
	"tenant_id" text collate "C" NOT NULL,
	"inference_id" text collate "C" NOT NULL,
	"alert_id" uuid,
	CONSTRAINT "inference_key" PRIMARY KEY("tenant_id","inference_id")
);
--> statement-breakpoint
ALTER TABLE "alerts"."alert_transition" ADD CONSTRAINT "alert_transition_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "alerts"."alert"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts"."alert_verdict" ADD CONSTRAINT "alert_verdict_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "alerts"."alert"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_created" ON "alerts"."alert" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "alert_tenant_created" ON "alerts"."alert" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "alert_status_created" ON "alerts"."alert" USING btree ("status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "alert_tenant_status_created" ON "alerts"."alert" USING btree ("tenant_id","status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "alert_last_seen" ON "alerts"."alert" USING btree ("last_seen" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "alert_tenant_last_seen" ON "alerts"."alert" USING btree ("tenant_id","last_seen" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "alert_attack_prob" ON "alerts"."alert" USING btree ("attack_prob" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "alert_tenant_attack_prob" ON "alerts"."alert" USING btree ("tenant_id","attack_prob" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "alert_techniques" ON "alerts"."alert" USING gin ("ttp_techniques");--> statement-breakpoint
CREATE INDEX "alert_joinable" ON "alerts"."alert" USING btree ("tenant_id","endpoint_id","model_name","last_seen") WHERE status in ('open', 'acknowledged', 'investigating');--> statement-breakpoint
CREATE INDEX "alert_transition_of_alert" ON "alerts"."alert_transition" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "alert_verdict_of_alert" ON "alerts"."alert_verdict" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "alert_verdict_precision" ON "alerts"."alert_verdict" USING btree ("tenant_id","model_name","is_true_positive") WHERE is_latest;--> statement-breakpoint
CREATE INDEX "endpoint_newest" ON "alerts"."endpoint" USING btree ("last_alert_time" DESC NULLS FIRST,"tenant_id","hostname");--> statement-breakpoint
CREATE INDEX "endpoint_tenant_newest" ON "alerts"."endpoint" USING btree ("tenant_id","last_alert_time" DESC NULLS FIRST,"hostname");
CREATE TYPE "alerts"."backtest_sample_kind" AS ENUM('lost', 'saved', 'added');--> statement-breakpoint
CREATE TYPE "alerts"."backtest_state" AS ENUM('running', 'done', 'failed', 'cancelled');--> statement-breakpoint
CREATE TABLE "alerts"."policy_backtest" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" "alerts"."backtest_state" NOT NULL,
	"tenants" text[],
	"model_name" text collate "C",
	"days" integer NOT NULL,
	"min_threshold" double precision NOT NULL,
	"dedup_window_seconds" double precision NOT NULL,
	"current_min_threshold" double precision NOT NULL,
	"current_dedup_window_seconds" double precision NOT NULL,
	"creator_id" text NOT NULL,
	"creator_name" text NOT NULL,
	"via" "alerts"."change_interface" NOT NULL,
	"created_at" double precision NOT NULL,
	"finished_at" double precision,
	"inference_count" bigint DEFAULT 0 NOT NULL,
	"processed_count" bigint DEFAULT 0 NOT NULL,
	"left_out_count" bigint DEFAULT 0 NOT NULL,
	"left_out_alert_count" integer DEFAULT 0 NOT NULL,
	"alerts_today" integer DEFAULT 0 NOT NULL,
	"alerts_then" integer DEFAULT 0 NOT NULL,
	"saved" integer DEFAULT 0 NOT NULL,
	"dropped" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"true_positives_lost" integer DEFAULT 0 NOT NULL,
	"false_positives_saved" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "alerts"."policy_backtest_group" (
	"backtest_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"model_name" text collate "C" NOT NULL,
	"severity" "alerts"."severity" NOT NULL,
	"alerts_today" integer DEFAULT 0 NOT NULL,
	"alerts_then" integer DEFAULT 0 NOT NULL,
	"saved" integer DEFAULT 0 NOT NULL,
	"dropped" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"true_positives_lost" integer DEFAULT 0 NOT NULL,
	"false_positives_saved" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "policy_backtest_group_key" PRIMARY KEY("backtest_id","number")
);
--> statement-breakpoint
CREATE TABLE "alerts"."policy_backtest_sample" (
	"backtest_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" "alerts"."backtest_sample_kind" NOT NULL,
	"alert_id" uuid NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"model_name" text collate "C" NOT NULL,
	"severity" "alerts"."severity" NOT NULL,
	"attack_prob" double precision NOT NULL,
	"first_seen" double precision NOT NULL,
	"last_seen" double precision NOT NULL,
	"inferences" integer NOT NULL,
	CONSTRAINT "policy_backtest_sample_key" PRIMARY KEY("backtest_id","number")
);
--> statement-breakpoint
CREATE TABLE "alerts"."inference_log" (
	"batch" bigint NOT NULL,
	"at" double precision NOT NULL,
	"attack_prob" double precision NOT NULL,
	"timestamp" double precision NOT NULL,
	"alert_id" uuid,
	"ordinal" integer NOT NULL,
	"platform" "alerts"."platform" NOT NULL,
	"prediction" "alerts"."prediction" NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"model_name" text collate "C" NOT NULL,
	"inference_id" text collate "C" NOT NULL,
	"ttp_techniques" text[] NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "alerts"."policy_backtest_group" ADD CONSTRAINT "policy_backtest_group_backtest_id_policy_backtest_id_fk" FOREIGN KEY ("backtest_id") REFERENCES "alerts"."policy_backtest"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts"."policy_backtest_sample" ADD CONSTRAINT "policy_backtest_sample_backtest_id_policy_backtest_id_fk" FOREIGN KEY ("backtest_id") REFERENCES "alerts"."policy_backtest"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "policy_backtest_newest" ON "alerts"."policy_backtest" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "policy_backtest_running" ON "alerts"."policy_backtest" USING btree ("created_at") WHERE state = 'running';
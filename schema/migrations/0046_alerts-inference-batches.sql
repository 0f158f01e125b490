DROP TABLE "alerts"."inference_log";--> statement-breakpoint
CREATE TABLE "alerts"."inference_batch" (
	"batch" bigint NOT NULL,
	"at" double precision NOT NULL,
	"tenants" text[] NOT NULL,
	"tenant_ids" text[] NOT NULL,
	"endpoint_ids" text[] NOT NULL,
	"model_names" text[] NOT NULL,
	"inference_ids" text[] NOT NULL,
	"attack_probs" double precision[] NOT NULL,
	"predictions" "alerts"."prediction"[] NOT NULL,
	"platforms" "alerts"."platform"[] NOT NULL,
	"timestamps" double precision[] NOT NULL,
	"alert_ids" uuid[] NOT NULL,
	"ttp_techniques" text[] NOT NULL
) PARTITION BY RANGE ("at");

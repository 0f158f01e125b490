ALTER TABLE "alerts"."policy_backtest" ADD COLUMN "suppressions" json;--> statement-breakpoint
ALTER TABLE "alerts"."policy_backtest" ADD COLUMN "suppressed_today" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts"."policy_backtest" ADD COLUMN "suppressed_then" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts"."policy_backtest" ADD COLUMN "true_positives_suppressed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts"."policy_backtest_group" ADD COLUMN "suppressed_today" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts"."policy_backtest_group" ADD COLUMN "suppressed_then" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts"."policy_backtest_group" ADD COLUMN "true_positives_suppressed" integer DEFAULT 0 NOT NULL;
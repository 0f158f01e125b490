ALTER TABLE "gateway"."session" ADD COLUMN "sealed_refresh_token" text;--> statement-breakpoint
ALTER TABLE "gateway"."session" ADD COLUMN "check_at" double precision;--> statement-breakpoint
ALTER TABLE "gateway"."session" ADD COLUMN "checking_until" double precision;
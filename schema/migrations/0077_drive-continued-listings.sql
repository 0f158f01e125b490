ALTER TABLE "drive"."site" ADD COLUMN "listing_link" text;--> statement-breakpoint
ALTER TABLE "drive"."site" ADD COLUMN "listing_run_id" bigint;--> statement-breakpoint
ALTER TABLE "drive"."site" ADD COLUMN "listing_position" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "drive"."item" ADD COLUMN "malware" text;--> statement-breakpoint
ALTER TABLE "drive"."subscription" ADD COLUMN "lifecycle_notification_url" text;
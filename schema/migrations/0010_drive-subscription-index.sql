DROP INDEX "drive"."subscription_remote";--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_remote" ON "drive"."subscription" USING btree ("remote_id") WHERE state <> 'removed';
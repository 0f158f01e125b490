DROP INDEX "drive"."evidence_of_alert";--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_of_alert" ON "drive"."evidence" USING btree ("alert_id","site_id","item_id");
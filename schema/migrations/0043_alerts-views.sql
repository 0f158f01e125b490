CREATE TABLE "alerts"."alert_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"tenant_id" text,
	"name" text NOT NULL,
	"parameters" text NOT NULL,
	"created_at" double precision NOT NULL,
	"updated_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts"."alert_view_default" (
	"person_id" text PRIMARY KEY NOT NULL,
	"view_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts"."alert_view_default" ADD CONSTRAINT "alert_view_default_view_id_alert_view_id_fk" FOREIGN KEY ("view_id") REFERENCES "alerts"."alert_view"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_view_own_name" ON "alerts"."alert_view" USING btree ("owner_id",lower("name")) WHERE not is_shared;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_view_shared_name" ON "alerts"."alert_view" USING btree (coalesce("tenant_id", ''),lower("name")) WHERE is_shared;--> statement-breakpoint
CREATE INDEX "alert_view_default_of_view" ON "alerts"."alert_view_default" USING btree ("view_id");
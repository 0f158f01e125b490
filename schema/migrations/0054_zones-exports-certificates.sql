CREATE TABLE "zones"."brand_certificate" (
	"brand_id" uuid NOT NULL,
	"certificate_id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"zone" text collate "C" NOT NULL,
	"label" text collate "C" NOT NULL,
	"kind" "zones"."brand_hit_kind" NOT NULL,
	"distance" integer NOT NULL,
	"logged_at" bigint NOT NULL,
	CONSTRAINT "brand_certificate_brand_id_certificate_id_name_pk" PRIMARY KEY("brand_id","certificate_id","name")
);
--> statement-breakpoint
CREATE TABLE "zones"."certificate" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issuer" text NOT NULL,
	"serial_number" text NOT NULL,
	"names" text[] NOT NULL,
	"not_before" bigint NOT NULL,
	"not_after" bigint NOT NULL,
	"log_url" text NOT NULL,
	"entry_index" bigint NOT NULL,
	"logged_at" bigint NOT NULL,
	CONSTRAINT "certificate_identity" UNIQUE("issuer","serial_number")
);
--> statement-breakpoint
CREATE TABLE "zones"."certificate_log" (
	"url" text collate "C" PRIMARY KEY NOT NULL,
	"position" bigint,
	"tree_size" bigint,
	"root_hash" "bytea",
	"tree_at" bigint,
	"last_attempt_at" bigint,
	"error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."export_checkpoint" (
	"export_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"after" text NOT NULL,
	CONSTRAINT "export_checkpoint_export_id_bytes_pk" PRIMARY KEY("export_id","bytes")
);
--> statement-breakpoint
CREATE TABLE "zones"."export" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"watermark" integer NOT NULL,
	"request" jsonb NOT NULL,
	"encoder" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "zones"."brand_certificate" ADD CONSTRAINT "brand_certificate_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "zones"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."brand_certificate" ADD CONSTRAINT "brand_certificate_certificate_id_certificate_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "zones"."certificate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."export_checkpoint" ADD CONSTRAINT "export_checkpoint_export_id_export_id_fk" FOREIGN KEY ("export_id") REFERENCES "zones"."export"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brand_certificate_domain" ON "zones"."brand_certificate" USING btree ("brand_id","zone","label");--> statement-breakpoint
CREATE INDEX "brand_certificate_of" ON "zones"."brand_certificate" USING btree ("certificate_id");--> statement-breakpoint
CREATE INDEX "certificate_end" ON "zones"."certificate" USING btree ("not_after");--> statement-breakpoint
CREATE INDEX "export_expiry" ON "zones"."export" USING btree ("expires_at");
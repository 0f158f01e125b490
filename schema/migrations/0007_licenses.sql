CREATE SCHEMA "licenses";
--> statement-breakpoint
CREATE TABLE "licenses"."controller" (
	"guid" uuid PRIMARY KEY NOT NULL,
	"registered_at" bigint NOT NULL,
	"ip_addr" text NOT NULL,
	"hostname" text collate "C" NOT NULL,
	"last_contact" double precision NOT NULL,
	"last_ip_addr" "inet",
	"last_hostname" text collate "C" NOT NULL,
	"version" text collate "C" NOT NULL,
	"ip_addresses" text[] NOT NULL,
	"mac_address" text NOT NULL,
	"os" text collate "C" NOT NULL,
	"label" text collate "C" NOT NULL,
	"department" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "licenses"."refusal" (
	"hour" bigint NOT NULL,
	"endpoint" text collate "C" NOT NULL,
	"cause" text collate "C" NOT NULL,
	"slot" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "refusal_key" PRIMARY KEY("hour","endpoint","cause","slot")
);
--> statement-breakpoint
CREATE TABLE "licenses"."seats" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "seats_only" CHECK ("licenses"."seats"."is_only"),
	CONSTRAINT "seats_used" CHECK ("licenses"."seats"."used" >= 0)
);
--> statement-breakpoint
CREATE INDEX "controller_registered" ON "licenses"."controller" USING btree ("registered_at","guid");--> statement-breakpoint
CREATE INDEX "controller_version" ON "licenses"."controller" USING btree ("version","registered_at","guid");--> statement-breakpoint
CREATE INDEX "controller_department" ON "licenses"."controller" USING btree ("department","registered_at","guid");--> statement-breakpoint
CREATE INDEX "controller_label" ON "licenses"."controller" USING btree ("label","registered_at","guid");--> statement-breakpoint
CREATE INDEX "controller_hostname" ON "licenses"."controller" USING btree (lower(last_hostname));--> statement-breakpoint
CREATE INDEX "controller_address" ON "licenses"."controller" USING gist (last_ip_addr inet_ops);
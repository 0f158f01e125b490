-- PARTITION BY and UNLOGGED are written by hand: drizzle cannot declare them.
CREATE TYPE "zones"."import_outcome" AS ENUM('applied', 'unchanged', 'refused', 'failed');--> statement-breakpoint
CREATE TABLE "zones"."change" (
	"at" bigint NOT NULL,
	"ingest" integer NOT NULL,
	"zone_id" integer NOT NULL,
	"old_set_id" bigint,
	"new_set_id" bigint,
	"old_since" integer,
	"label" text collate "C" NOT NULL,
	"old_seen" integer[]
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "zones"."ingest" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "zones"."ingest_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"zone_id" integer NOT NULL,
	"at" bigint NOT NULL,
	"is_initial" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."nameserver_set" (
	"id" bigint PRIMARY KEY NOT NULL,
	"data" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."state" (
	"set_id" bigint NOT NULL,
	"zone_id" integer NOT NULL,
	"since" integer NOT NULL,
	"label" text collate "C" NOT NULL,
	"seen" integer[]
) PARTITION BY LIST ("zone_id");
--> statement-breakpoint
CREATE TABLE "zones"."zone" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "zones"."zone_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text collate "C" NOT NULL,
	"suffix" text collate "C" NOT NULL,
	"domains" bigint NOT NULL,
	"observations" bigint NOT NULL,
	"first_ingest" integer NOT NULL,
	"last_ingest" integer NOT NULL,
	"last_import_at" bigint NOT NULL,
	"serial" bigint,
	"file_bytes" bigint NOT NULL,
	"file_digest" "bytea" NOT NULL,
	CONSTRAINT "zone_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "zones"."import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"zone" text collate "C" NOT NULL,
	"outcome" "zones"."import_outcome" NOT NULL,
	"ingest" integer,
	"at" bigint NOT NULL,
	"started_at" double precision NOT NULL,
	"ended_at" double precision NOT NULL,
	"reason" text,
	"serial" bigint,
	"bytes" bigint NOT NULL,
	"records" bigint NOT NULL,
	"domains" bigint NOT NULL,
	"observations" bigint NOT NULL,
	"added_domains" bigint NOT NULL,
	"removed_domains" bigint NOT NULL,
	"changed_domains" bigint NOT NULL,
	"added_observations" bigint NOT NULL,
	"removed_observations" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "zones"."session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text,
	"watermark" integer NOT NULL,
	"request" jsonb NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "zones"."ingest" ADD CONSTRAINT "ingest_zone_id_zone_id_fk" FOREIGN KEY ("zone_id") REFERENCES "zones"."zone"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."import" ADD CONSTRAINT "import_ingest" FOREIGN KEY ("ingest") REFERENCES "zones"."ingest"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_label" ON "zones"."change" USING btree ("zone_id","label","at");--> statement-breakpoint
CREATE INDEX "change_ingest" ON "zones"."change" USING btree ("ingest","label");--> statement-breakpoint
CREATE UNIQUE INDEX "ingest_zone_at" ON "zones"."ingest" USING btree ("zone_id","at");--> statement-breakpoint
CREATE INDEX "ingest_at" ON "zones"."ingest" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "state_label" ON "zones"."state" USING btree ("zone_id","label");--> statement-breakpoint
CREATE INDEX "state_trigrams" ON "zones"."state" USING gin ("label" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "import_newest" ON "zones"."import" USING btree ("ended_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "import_zone_newest" ON "zones"."import" USING btree ("zone","ended_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "import_applied" ON "zones"."import" USING btree ("zone","at") WHERE outcome = 'applied';--> statement-breakpoint
CREATE INDEX "session_expiry" ON "zones"."session" USING btree ("expires_at");
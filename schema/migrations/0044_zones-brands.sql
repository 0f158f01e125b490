CREATE TYPE "zones"."brand_hit_entry_kind" AS ENUM('found', 'registered', 'removed', 'nameservers', 'reopened', 'opened', 'dismissed', 'confirmed', 'unmatched');--> statement-breakpoint
CREATE TYPE "zones"."brand_hit_kind" AS ENUM('tld_swap', 'homoglyph', 'transposition', 'repetition', 'omission', 'hyphenation', 'vowel_swap', 'replacement', 'bitsquatting', 'insertion', 'addition', 'subdomain', 'combosquat', 'edit', 'contains');--> statement-breakpoint
CREATE TYPE "zones"."brand_hit_source" AS ENUM('import', 'scan');--> statement-breakpoint
CREATE TYPE "zones"."brand_hit_status" AS ENUM('open', 'dismissed', 'confirmed');--> statement-breakpoint
CREATE TABLE "zones"."brand" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" text collate "C",
	"name" text collate "C" NOT NULL,
	"allowed_names" text[] NOT NULL,
	"zones" text[],
	"kinds" text[] NOT NULL,
	"max_distance" integer NOT NULL,
	"revision" integer NOT NULL,
	"is_full" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "brand_name" UNIQUE NULLS NOT DISTINCT("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "zones"."brand_feed" (
	"is_only" boolean PRIMARY KEY NOT NULL,
	"ingest" integer NOT NULL,
	"label" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "zones"."brand_hit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"brand_id" uuid NOT NULL,
	"tenant_id" text collate "C",
	"zone_id" integer NOT NULL,
	"label" text collate "C" NOT NULL,
	"kind" "zones"."brand_hit_kind" NOT NULL,
	"distance" integer NOT NULL,
	"source" "zones"."brand_hit_source" NOT NULL,
	"status" "zones"."brand_hit_status" NOT NULL,
	"is_active" boolean NOT NULL,
	"is_unmatched" boolean NOT NULL,
	"revision" integer NOT NULL,
	"since" integer NOT NULL,
	"found_at" bigint NOT NULL,
	"reopened_at" bigint,
	"triaged_at" bigint,
	"triaged_by" text,
	"note" text,
	CONSTRAINT "brand_hit_name" UNIQUE("brand_id","zone_id","label")
);
--> statement-breakpoint
CREATE TABLE "zones"."brand_hit_entry" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"hit_id" uuid NOT NULL,
	"brand_id" uuid NOT NULL,
	"kind" "zones"."brand_hit_entry_kind" NOT NULL,
	"at" bigint NOT NULL,
	"caller" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "zones"."brand_scan" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"zone_id" integer NOT NULL,
	"label" text collate "C" NOT NULL,
	"names_read" bigint NOT NULL,
	"names_total" bigint NOT NULL,
	"hits" integer NOT NULL,
	"started_at" bigint NOT NULL,
	"finished_at" bigint
);
--> statement-breakpoint
ALTER TABLE "zones"."brand_hit" ADD CONSTRAINT "brand_hit_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "zones"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."brand_hit_entry" ADD CONSTRAINT "brand_hit_entry_hit_id_brand_hit_id_fk" FOREIGN KEY ("hit_id") REFERENCES "zones"."brand_hit"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones"."brand_scan" ADD CONSTRAINT "brand_scan_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "zones"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brand_hit_label" ON "zones"."brand_hit" USING btree ("zone_id","label");--> statement-breakpoint
CREATE INDEX "brand_hit_newest" ON "zones"."brand_hit" USING btree ("found_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "brand_hit_of_brand" ON "zones"."brand_hit" USING btree ("brand_id","found_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "brand_hit_entry_of_hit" ON "zones"."brand_hit_entry" USING btree ("hit_id","id");--> statement-breakpoint
CREATE INDEX "brand_hit_entry_day" ON "zones"."brand_hit_entry" USING btree ("brand_id","at");--> statement-breakpoint
-- Events have hits of one brand, at most 500. The comparison of names with a changed brand is none.
CREATE FUNCTION "zones"."tell_found_hits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, tenant_id, data)
  SELECT 'brand-hits', tenant_id, jsonb_build_object('change', 'found', 'source', source, 'tenantId', tenant_id,
    'brandId', brand_id, 'ids', jsonb_agg(id ORDER BY id))
  FROM (SELECT *, row_number() OVER (PARTITION BY brand_id ORDER BY id) / 500 AS chunk FROM written) AS numbered
  GROUP BY tenant_id, brand_id, source, chunk;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_found_hits" AFTER INSERT ON "zones"."brand_hit" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "zones"."tell_found_hits"();
--> statement-breakpoint
CREATE FUNCTION "zones"."tell_changed_hits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, tenant_id, data)
  SELECT 'brand-hits', tenant_id, jsonb_build_object('change', change, 'source', source, 'tenantId', tenant_id,
    'brandId', brand_id, 'ids', jsonb_agg(id ORDER BY id))
  FROM (
    SELECT now.*, kinds.change, row_number() OVER (PARTITION BY now.brand_id, kinds.change ORDER BY now.id) / 500 AS chunk
    FROM written AS now JOIN replaced AS before USING (id)
    CROSS JOIN LATERAL (SELECT CASE WHEN now.reopened_at IS DISTINCT FROM before.reopened_at OR
      (now.status = 'open' AND before.status <> 'open' AND now.triaged_at IS NOT DISTINCT FROM before.triaged_at)
      THEN 'reopened' ELSE 'changed' END AS change) AS kinds
    WHERE (now.status, now.is_active, now.triaged_at, now.since) IS DISTINCT FROM
      (before.status, before.is_active, before.triaged_at, before.since)
  ) AS numbered GROUP BY tenant_id, brand_id, source, change, chunk;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_changed_hits" AFTER UPDATE ON "zones"."brand_hit" REFERENCING OLD TABLE AS replaced NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "zones"."tell_changed_hits"();
--> statement-breakpoint
CREATE FUNCTION "zones"."tell_scan"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, tenant_id, data)
  SELECT 'brand-scans', tenant_id, jsonb_build_object('brandId', id, 'name', name, 'hits', NEW.hits)
  FROM zones.brand WHERE id = NEW.brand_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_scan" AFTER UPDATE ON "zones"."brand_scan" FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION "zones"."tell_scan"();

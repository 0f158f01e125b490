ALTER TYPE "zones"."brand_hit_entry_kind" ADD VALUE 'blocked';--> statement-breakpoint
ALTER TYPE "zones"."brand_hit_entry_kind" ADD VALUE 'unblocked';--> statement-breakpoint
DROP INDEX "zones"."brand_hit_confirmed";--> statement-breakpoint
ALTER TABLE "zones"."block_change" ADD COLUMN "is_confirmed" boolean;--> statement-breakpoint
ALTER TABLE "zones"."brand" ADD COLUMN "auto_block_kinds" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "zones"."brand" ADD COLUMN "auto_block_max_distance" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "zones"."brand_hit" ADD COLUMN "is_auto_blocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "brand_hit_blocked" ON "zones"."brand_hit" USING btree ("zone_id","label") WHERE status = 'confirmed' or is_auto_blocked;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "zones"."tell_changed_hits"() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
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
    WHERE (now.status, now.is_active, now.triaged_at, now.since, now.is_auto_blocked) IS DISTINCT FROM
      (before.status, before.is_active, before.triaged_at, before.since, before.is_auto_blocked)
  ) AS numbered GROUP BY tenant_id, brand_id, source, change, chunk;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A hit that is confirmed while its name is blocked automatically is a change that adds no name.
CREATE OR REPLACE FUNCTION "zones"."list_changed_hits"() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  next_serial bigint;
BEGIN
  IF EXISTS (SELECT FROM written AS now JOIN replaced AS before USING (id)
    WHERE (now.status = 'confirmed', now.status = 'confirmed' OR now.is_auto_blocked)
      <> (before.status = 'confirmed', before.status = 'confirmed' OR before.is_auto_blocked)) THEN
    next_serial := zones.next_block_serial();
    INSERT INTO zones.block_change (serial, hit_id, brand_id, tenant_id, name, is_added, is_confirmed)
    SELECT next_serial, now.id, now.brand_id, now.tenant_id, now.label || zone.suffix,
      states.is_blocked AND NOT states.was_blocked, states.is_confirmed AND NOT states.was_confirmed
    FROM written AS now JOIN replaced AS before USING (id) JOIN zones.zone ON zone.id = now.zone_id
    CROSS JOIN LATERAL (SELECT now.status = 'confirmed' AS is_confirmed, before.status = 'confirmed' AS was_confirmed,
      now.status = 'confirmed' OR now.is_auto_blocked AS is_blocked,
      before.status = 'confirmed' OR before.is_auto_blocked AS was_blocked) AS states
    WHERE states.is_blocked <> states.was_blocked OR states.is_confirmed <> states.was_confirmed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "zones"."list_removed_hits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM removed WHERE status = 'confirmed' OR is_auto_blocked) THEN
    INSERT INTO zones.block_change (serial, hit_id, brand_id, tenant_id, name, is_added, is_confirmed)
    SELECT next.serial, removed.id, removed.brand_id, removed.tenant_id, removed.label || zone.suffix, false, false
    FROM zones.next_block_serial() AS next (serial), removed JOIN zones.zone ON zone.id = removed.zone_id
    WHERE removed.status = 'confirmed' OR removed.is_auto_blocked;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "zones"."list_found_hits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written WHERE status = 'confirmed' OR is_auto_blocked) THEN
    INSERT INTO zones.block_change (serial, hit_id, brand_id, tenant_id, name, is_added, is_confirmed)
    SELECT next.serial, written.id, written.brand_id, written.tenant_id, written.label || zone.suffix, true,
      written.status = 'confirmed'
    FROM zones.next_block_serial() AS next (serial), written JOIN zones.zone ON zone.id = written.zone_id
    WHERE written.status = 'confirmed' OR written.is_auto_blocked;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "list_found_hits" AFTER INSERT ON "zones"."brand_hit" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "zones"."list_found_hits"();

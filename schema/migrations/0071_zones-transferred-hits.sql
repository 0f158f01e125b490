ALTER TYPE "zones"."brand_hit_entry_kind" ADD VALUE 'transferred' BEFORE 'reopened';--> statement-breakpoint
-- A confirmed hit can be reopened without another change.
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
    WHERE (now.status, now.is_active, now.triaged_at, now.since, now.is_auto_blocked, now.reopened_at) IS DISTINCT FROM
      (before.status, before.is_active, before.triaged_at, before.since, before.is_auto_blocked,
        before.reopened_at)
  ) AS numbered GROUP BY tenant_id, brand_id, source, change, chunk;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Confirmed hits of names that were allowed before allowing a name dismissed its confirmed hit.
WITH allowed AS (
  UPDATE "zones"."brand_hit" AS hit SET status = 'dismissed', is_unmatched = true FROM zones.brand, zones.zone
  WHERE brand.id = hit.brand_id AND zone.id = hit.zone_id AND hit.status = 'confirmed' AND EXISTS (
    SELECT FROM unnest(brand.allowed_names) AS allowed (name)
    WHERE right('.' || hit.label || zone.suffix, length(name) + 1) = ('.' || name) COLLATE "C")
  RETURNING hit.id, hit.brand_id
)
INSERT INTO zones.brand_hit_entry (hit_id, brand_id, kind, at)
SELECT id, brand_id, 'unmatched', floor(extract(epoch FROM now()) * 1000) FROM allowed;

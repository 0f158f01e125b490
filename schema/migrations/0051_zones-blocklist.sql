CREATE TABLE "zones"."block_change" (
	"serial" bigint NOT NULL,
	"hit_id" uuid NOT NULL,
	"brand_id" uuid NOT NULL,
	"tenant_id" text collate "C",
	"name" text collate "C" NOT NULL,
	"is_added" boolean NOT NULL,
	CONSTRAINT "block_change_pkey" PRIMARY KEY("serial","hit_id")
);
--> statement-breakpoint
CREATE TABLE "zones"."block_serial" (
	"is_only" boolean PRIMARY KEY NOT NULL,
	"serial" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "block_change_of_brand" ON "zones"."block_change" USING btree ("brand_id","serial");--> statement-breakpoint
CREATE INDEX "block_change_of_tenant" ON "zones"."block_change" USING btree ("tenant_id","serial");--> statement-breakpoint
CREATE INDEX "brand_hit_confirmed" ON "zones"."brand_hit" USING btree ("zone_id","label") WHERE status = 'confirmed';
--> statement-breakpoint
-- The row is locked until the transaction ends, so serials follow the order of commits.
CREATE FUNCTION "zones"."next_block_serial"() RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO zones.block_serial AS newest (is_only, serial) VALUES (true, extract(epoch FROM clock_timestamp())::bigint)
  ON CONFLICT (is_only) DO UPDATE SET serial = greatest(newest.serial + 1, excluded.serial) RETURNING serial
$$;
--> statement-breakpoint
INSERT INTO zones.block_change (serial, hit_id, brand_id, tenant_id, name, is_added)
SELECT 1, hit.id, hit.brand_id, hit.tenant_id, hit.label || zone.suffix, true
FROM zones.brand_hit AS hit JOIN zones.zone ON zone.id = hit.zone_id WHERE hit.status = 'confirmed';
--> statement-breakpoint
CREATE FUNCTION "zones"."list_changed_hits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written AS now JOIN replaced AS before USING (id)
    WHERE (now.status = 'confirmed') <> (before.status = 'confirmed')) THEN
    INSERT INTO zones.block_change (serial, hit_id, brand_id, tenant_id, name, is_added)
    SELECT next.serial, now.id, now.brand_id, now.tenant_id, now.label || zone.suffix, now.status = 'confirmed'
    FROM zones.next_block_serial() AS next (serial), written AS now JOIN replaced AS before USING (id)
    JOIN zones.zone ON zone.id = now.zone_id WHERE (now.status = 'confirmed') <> (before.status = 'confirmed');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "list_changed_hits" AFTER UPDATE ON "zones"."brand_hit" REFERENCING OLD TABLE AS replaced NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "zones"."list_changed_hits"();
--> statement-breakpoint
CREATE FUNCTION "zones"."list_removed_hits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM removed WHERE status = 'confirmed') THEN
    INSERT INTO zones.block_change (serial, hit_id, brand_id, tenant_id, name, is_added)
    SELECT next.serial, removed.id, removed.brand_id, removed.tenant_id, removed.label || zone.suffix, false
    FROM zones.next_block_serial() AS next (serial), removed JOIN zones.zone ON zone.id = removed.zone_id
    WHERE removed.status = 'confirmed';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "list_removed_hits" AFTER DELETE ON "zones"."brand_hit" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "zones"."list_removed_hits"();

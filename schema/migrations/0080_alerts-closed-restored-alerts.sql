-- Alerts that were closed while they were suppressed are restored, but not opened.
CREATE OR REPLACE FUNCTION "alerts"."tell_restored"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM outdated WHERE suppressed_by IS NOT NULL) THEN
    INSERT INTO platform.event (type, tenant_id, data)
    SELECT 'alerts', tenant_id, jsonb_build_object('change', 'opened', 'tenantId', tenant_id, 'ids', jsonb_agg(id))
    FROM (
      SELECT id, written.tenant_id, row_number() OVER () / 500 AS chunk
      FROM written JOIN outdated USING (id) WHERE written.suppressed_by IS NULL AND outdated.suppressed_by IS NOT NULL
        AND written.status NOT IN ('resolved', 'false_positive')
    ) AS numbered GROUP BY tenant_id, chunk;
  END IF;
  RETURN NULL;
END $$;

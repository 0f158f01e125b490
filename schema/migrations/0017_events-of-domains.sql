-- Custom SQL migration: what alerts and drive tell of in the log of events. Check-ins are told by the statements that write them. --
-- A statement that writes few alerts tells what lists show of each; one that writes many, as imports do, tells their ids only, 500 an
-- event: that costs next to nothing beside the alerts themselves.
CREATE FUNCTION "alerts"."tell"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change text := CASE TG_OP WHEN 'INSERT' THEN 'opened' ELSE 'changed' END;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM written LIMIT 21) AS few) <= 20 THEN
    INSERT INTO platform.event (type, tenant_id, data)
    SELECT 'alerts', tenant_id, jsonb_build_object('change', change, 'tenantId', tenant_id, 'ids', jsonb_agg(id ORDER BY id),
      'alerts', jsonb_agg(jsonb_build_object('id', id, 'endpointId', endpoint_id, 'status', upper(status::text),
        'severity', upper(severity::text), 'attackProb', attack_prob, 'updatedAtEpoch', updated_at) ORDER BY id))
    FROM written GROUP BY tenant_id;
  ELSE
    INSERT INTO platform.event (type, tenant_id, data)
    SELECT 'alerts', tenant_id, jsonb_build_object('change', change, 'tenantId', tenant_id, 'ids', jsonb_agg(id))
    FROM (SELECT id, tenant_id, row_number() OVER () / 500 AS chunk FROM written) AS numbered GROUP BY tenant_id, chunk;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_inserted" AFTER INSERT ON "alerts"."alert" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tell"();
--> statement-breakpoint
CREATE TRIGGER "tell_updated" AFTER UPDATE ON "alerts"."alert" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "alerts"."tell"();
--> statement-breakpoint
CREATE FUNCTION "drive"."tell_sync"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.event (type, data) VALUES ('syncs', jsonb_build_object('siteId', NEW.site_id, 'runId', NEW.id::text,
    'trigger', upper(NEW.trigger::text), 'outcome', upper(NEW.outcome::text), 'created', NEW.created, 'changed', NEW.changed,
    'deleted', NEW.deleted, 'downloads', NEW.downloads, 'failedDownloads', NEW.failed_downloads, 'errorCode', NEW.error_code));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_begun" AFTER INSERT ON "drive"."sync_run" FOR EACH ROW EXECUTE FUNCTION "drive"."tell_sync"();
--> statement-breakpoint
CREATE TRIGGER "tell_outcome" AFTER UPDATE ON "drive"."sync_run" FOR EACH ROW WHEN (OLD.outcome IS DISTINCT FROM NEW.outcome) EXECUTE FUNCTION "drive"."tell_sync"();

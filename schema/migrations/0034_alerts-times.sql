ALTER TABLE "alerts"."alert" ADD COLUMN "acknowledged_at" double precision;--> statement-breakpoint
ALTER TABLE "alerts"."alert" ADD COLUMN "resolved_at" double precision;--> statement-breakpoint
ALTER TABLE "alerts"."alert" ADD COLUMN "reopened_at" double precision;--> statement-breakpoint
-- A trigger, because processes of the previous release change alerts too. Its times are those of the transitions.
CREATE FUNCTION "alerts"."set_times"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_closed boolean := OLD.status IN ('resolved', 'false_positive');
  is_closed boolean := NEW.status IN ('resolved', 'false_positive');
BEGIN
  IF OLD.status = 'open' AND NEW.status <> 'open' THEN
    NEW.acknowledged_at := coalesce(OLD.acknowledged_at, NEW.updated_at);
  END IF;
  IF is_closed AND NOT was_closed THEN
    NEW.resolved_at := NEW.updated_at;
  ELSIF was_closed AND NOT is_closed THEN
    NEW.resolved_at := NULL;
    NEW.reopened_at := NEW.updated_at;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "set_times" BEFORE UPDATE OF "status" ON "alerts"."alert" FOR EACH ROW EXECUTE FUNCTION "alerts"."set_times"();
--> statement-breakpoint
-- The times of the past are no change that subscribers need.
ALTER TABLE "alerts"."alert" DISABLE TRIGGER "tell_updated";
--> statement-breakpoint
UPDATE "alerts"."alert" SET acknowledged_at = times.acknowledged_at, reopened_at = times.reopened_at,
  resolved_at = CASE WHEN status IN ('resolved', 'false_positive') THEN times.resolved_at END
FROM (
  SELECT alert_id,
    min(at) FILTER (WHERE from_status = 'open' AND to_status <> 'open') AS acknowledged_at,
    max(at) FILTER (WHERE from_status NOT IN ('resolved', 'false_positive') AND to_status IN ('resolved', 'false_positive')) AS resolved_at,
    max(at) FILTER (WHERE from_status IN ('resolved', 'false_positive') AND to_status NOT IN ('resolved', 'false_positive')) AS reopened_at
  FROM "alerts"."alert_transition" GROUP BY alert_id
) AS times WHERE times.alert_id = alert.id;
--> statement-breakpoint
ALTER TABLE "alerts"."alert" ENABLE TRIGGER "tell_updated";

-- Each change is written for its tenant and, without one, for all tenants together: their number must not cost a row for each tenant.
-- Alerts stay as they are until the sums of today are there: a writer that began before has ended, one that comes later runs the new triggers.
LOCK TABLE "alerts"."alert" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "alerts"."alert_tally" ALTER COLUMN "tenant_id" DROP NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "alerts"."tally_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
  SELECT tenant_id, status, severity, platform, model_name, count(*)
  FROM inserted GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (2, 3, 4, 5));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "alerts"."tally_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
  SELECT tenant_id, status, severity, platform, model_name, -count(*)
  FROM deleted GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (2, 3, 4, 5));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "alerts"."tally_updated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
  SELECT tenant_id, status, severity, platform, model_name, sum(change)
  FROM (
    SELECT tenant_id, status, severity, platform, model_name, 1 AS change FROM updated
    UNION ALL
    SELECT tenant_id, status, severity, platform, model_name, -1 FROM outdated
  ) AS changes
  GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (2, 3, 4, 5)) HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO "alerts"."alert_tally" (status, severity, platform, model_name, alerts)
SELECT status, severity, platform, model_name, sum(alerts) FROM "alerts"."alert_tally" GROUP BY 1, 2, 3, 4 HAVING sum(alerts) <> 0;

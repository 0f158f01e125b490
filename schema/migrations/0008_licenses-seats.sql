-- Custom SQL migration: what drizzle cannot declare of the licenses domain --
INSERT INTO "licenses"."seats" ("used") VALUES (0);
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "controller_first_hostname_part" ON "licenses"."controller" USING gin (lower("hostname") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "controller_last_hostname_part" ON "licenses"."controller" USING gin (lower("last_hostname") gin_trgm_ops);
--> statement-breakpoint
-- Every check-in writes its row anew; with room on the page no index is written.
ALTER TABLE "licenses"."controller" SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "licenses"."refusal" SET (fillfactor = 70);

ALTER TABLE "gateway"."session" ADD COLUMN "issuer" text;--> statement-breakpoint
UPDATE "gateway"."session" SET "issuer" = "person"."issuer" FROM "gateway"."person"
WHERE "person"."provider" = "session"."provider" AND "person"."subject" = "session"."subject";--> statement-breakpoint
UPDATE "gateway"."person" SET "first_sign_in_at" = (SELECT min("other"."first_sign_in_at") FROM "gateway"."person" "other"
WHERE "other"."issuer" = "person"."issuer" AND "other"."subject" = "person"."subject");--> statement-breakpoint
DELETE FROM "gateway"."person" USING "gateway"."person" "later"
WHERE "later"."issuer" = "person"."issuer" AND "later"."subject" = "person"."subject"
AND ("later"."last_sign_in_at", "later"."id") > ("person"."last_sign_in_at", "person"."id");--> statement-breakpoint
DROP INDEX "gateway"."person_subject";--> statement-breakpoint
CREATE UNIQUE INDEX "person_issuer_subject" ON "gateway"."person" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "session_of_person" ON "gateway"."session" USING btree ("issuer","subject") WHERE "gateway"."session"."issuer" is not null;

CREATE TABLE "gateway"."person" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"issuer" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"tenants" text[],
	"first_sign_in_at" double precision NOT NULL,
	"last_sign_in_at" double precision NOT NULL,
	CONSTRAINT "person_role" CHECK ("gateway"."person"."role" in ('admin', 'analyst', 'viewer', 'ingest'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "person_subject" ON "gateway"."person" USING btree ("provider","subject");--> statement-breakpoint
CREATE INDEX "person_last_sign_in" ON "gateway"."person" USING btree ("last_sign_in_at","id");
CREATE TABLE "licenses"."warning" (
	"kind" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"level" integer NOT NULL,
	"since" double precision NOT NULL,
	CONSTRAINT "warning_key" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
ALTER TABLE "licenses"."controller" ADD COLUMN "contact_day" double precision GENERATED ALWAYS AS (floor(last_contact / 86400)) STORED;--> statement-breakpoint
CREATE INDEX "controller_contact_day" ON "licenses"."controller" USING btree ("contact_day");
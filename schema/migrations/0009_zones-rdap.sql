CREATE TABLE "zones"."rdap_answer" (
	"domain" text collate "C" PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"answer" text,
	"referred" text,
	"fetched_at" double precision NOT NULL,
	"expires_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."rdap_lease" (
	"domain" text collate "C" PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"ends_at" double precision NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rdap_answer_expired" ON "zones"."rdap_answer" USING btree ("expires_at");
CREATE SCHEMA "platform";
--> statement-breakpoint
CREATE UNLOGGED TABLE "platform"."rate_window" (
	"scope" text NOT NULL,
	"subject" text NOT NULL,
	"starts_at" double precision NOT NULL,
	"ends_at" double precision NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_window_pkey" PRIMARY KEY("scope","subject")
);

CREATE TABLE "licenses"."usage_batch" (
	"day" integer NOT NULL,
	"guids" uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licenses"."usage_count" (
	"day" integer NOT NULL,
	"guid" uuid NOT NULL,
	"check_ins" integer NOT NULL,
	CONSTRAINT "usage_count_key" PRIMARY KEY("day","guid")
);
--> statement-breakpoint
CREATE TABLE "licenses"."usage_day" (
	"day" integer PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);

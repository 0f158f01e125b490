CREATE TABLE "licenses"."document" (
	"kind" text collate "C" PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"text" text,
	"changed_at" double precision NOT NULL,
	"changed_by" text NOT NULL
);

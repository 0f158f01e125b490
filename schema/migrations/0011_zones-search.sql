CREATE TABLE "zones"."idn_label" (
	"label" text collate "C" PRIMARY KEY NOT NULL,
	"skeleton" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zones"."idn_progress" (
	"is_only" boolean PRIMARY KEY NOT NULL,
	"ingest" integer NOT NULL,
	"label" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idn_label_skeleton" ON "zones"."idn_label" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "change_gone_trigrams" ON "zones"."change" USING gin ("label" gin_trgm_ops) WHERE new_set_id is null;
CREATE TYPE "drive"."document_format" AS ENUM('pdf', 'docx', 'xlsx', 'pptx', 'html', 'text');--> statement-breakpoint
CREATE TYPE "drive"."extraction_state" AS ENUM('reading', 'extracted', 'unreadable');--> statement-breakpoint
CREATE TYPE "drive"."unreadable_reason" AS ENUM('encrypted', 'damaged', 'unsupported', 'too_large', 'timeout', 'out_of_memory', 'crashed', 'missing');--> statement-breakpoint
CREATE TABLE "drive"."content_text" (
	"sha256" text collate "C" PRIMARY KEY NOT NULL,
	"state" "drive"."extraction_state" NOT NULL,
	"attempts" integer NOT NULL,
	"claimed_until" double precision,
	"format" "drive"."document_format",
	"reason" "drive"."unreadable_reason",
	"detail" text,
	"text" text,
	"is_cut" boolean DEFAULT false NOT NULL,
	"words" "tsvector"
);
--> statement-breakpoint
ALTER TABLE "drive"."content" ADD COLUMN "text_version" integer;--> statement-breakpoint
ALTER TABLE "drive"."content_text" ADD CONSTRAINT "content_text_sha256_content_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "drive"."content"("sha256") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_text_words" ON "drive"."content_text" USING gin ("words");--> statement-breakpoint
CREATE INDEX "content_unread" ON "drive"."content" USING btree ("stored_at","sha256") WHERE text_version is null;
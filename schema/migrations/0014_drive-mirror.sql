CREATE TABLE "drive"."folder_entry" (
	"site_id" text collate "C" NOT NULL,
	"item_id" text collate "C" NOT NULL,
	"path" text collate "C" NOT NULL,
	"inode" text collate "C" NOT NULL,
	"size" bigint NOT NULL,
	"modified" text NOT NULL,
	"sha256" text collate "C",
	"quick_xor_hash" text,
	CONSTRAINT "folder_entry_key" PRIMARY KEY("site_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "drive"."mirror_client" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"secret_hash" text collate "C" NOT NULL,
	"created_at" double precision NOT NULL,
	"last_token_at" double precision
);
--> statement-breakpoint
CREATE TABLE "drive"."mirror_key" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"secret" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drive"."mirror_subscription" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"client_id" text collate "C" NOT NULL,
	"site_id" text collate "C" NOT NULL,
	"resource" text NOT NULL,
	"notification_url" text NOT NULL,
	"client_state" text,
	"created_at" double precision NOT NULL,
	"expires_at" double precision NOT NULL,
	"notified_change" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" double precision DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drive"."folder_entry" ADD CONSTRAINT "folder_entry_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "drive"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive"."mirror_subscription" ADD CONSTRAINT "mirror_subscription_client_id_mirror_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "drive"."mirror_client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive"."mirror_subscription" ADD CONSTRAINT "mirror_subscription_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "drive"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mirror_client_name" ON "drive"."mirror_client" USING btree ("name");--> statement-breakpoint
CREATE INDEX "mirror_subscription_of_client" ON "drive"."mirror_subscription" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "mirror_subscription_of_site" ON "drive"."mirror_subscription" USING btree ("site_id");
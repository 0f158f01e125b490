CREATE TABLE "gateway"."used_logout_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" double precision NOT NULL
);

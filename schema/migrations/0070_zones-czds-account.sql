CREATE TABLE "zones"."czds_account" (
	"auth_url" text NOT NULL,
	"username" text NOT NULL,
	"not_before" bigint,
	"sealed_token" "bytea",
	"token_expires_at" bigint,
	CONSTRAINT "czds_account_auth_url_username_pk" PRIMARY KEY("auth_url","username")
);

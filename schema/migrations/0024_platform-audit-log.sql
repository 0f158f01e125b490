CREATE TABLE "platform"."audit_chain" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"head_sequence" bigint NOT NULL,
	"head_hash" text NOT NULL,
	"removed_sequence" bigint NOT NULL,
	"removed_hash" text NOT NULL,
	CONSTRAINT "audit_chain_only" CHECK ("platform"."audit_chain"."is_only")
);
--> statement-breakpoint
CREATE TABLE "platform"."audit_entry" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"at" double precision DEFAULT floor(extract(epoch from clock_timestamp()) * 1000) NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"via" text NOT NULL,
	"source_address" text,
	"action" text NOT NULL,
	"objects" text[] NOT NULL,
	"tenant_id" text,
	"before" json,
	"after" json,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."audit_pending" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" double precision DEFAULT floor(extract(epoch from clock_timestamp()) * 1000) NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"via" text NOT NULL,
	"source_address" text,
	"action" text NOT NULL,
	"objects" text[] NOT NULL,
	"tenant_id" text,
	"before" json,
	"after" json
);
--> statement-breakpoint
CREATE INDEX "audit_entry_objects" ON "platform"."audit_entry" USING gin ("objects");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "platform"."audit_entry" USING btree ("actor_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "platform"."audit_entry" USING btree ("action","sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "platform"."audit_entry" USING btree ("at");--> statement-breakpoint
INSERT INTO "platform"."audit_chain" (head_sequence, head_hash, removed_sequence, removed_hash)
VALUES (0, repeat('0', 64), 0, repeat('0', 64));
--> statement-breakpoint
-- Entries are only added. Sealing and retention say in their transaction that they are what removes rows.
CREATE FUNCTION platform.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_NARGS = 1 AND current_setting('rampart.audit', true) = TG_ARGV[0] THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only: % of %.% is refused', lower(TG_OP), TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING HINT = 'Retention removes entries: set [audit] retention_days.';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_pending_append_only BEFORE UPDATE OR DELETE ON "platform"."audit_pending"
FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_audit_change('seal');
--> statement-breakpoint
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON "platform"."audit_entry"
FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_audit_change('retention');
--> statement-breakpoint
CREATE TRIGGER audit_chain_kept BEFORE DELETE ON "platform"."audit_chain"
FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_audit_change();
--> statement-breakpoint
-- What happened to accounts moves into the audit log; the release before goes on writing it where it was.
CREATE FUNCTION zones.audit_account_event(happened zones.account_event) RETURNS void LANGUAGE sql AS $$
  INSERT INTO platform.audit_pending (at, actor_kind, actor_id, actor_name, via, action, objects, after)
  SELECT happened.at, actor.kind,
    CASE actor.kind WHEN 'account' THEN happened.account_id::text WHEN 'operator' THEN happened.caller END,
    CASE actor.kind WHEN 'anonymous' THEN NULL ELSE happened.caller END,
    happened.via::text,
    CASE happened.action
      WHEN 'registered' THEN 'register.account'
      WHEN 'approved' THEN 'approve.account'
      WHEN 'rejected' THEN 'reject.account'
      WHEN 'suspended' THEN 'suspend.account'
      WHEN 'subscription_set' THEN 'set.subscription'
      WHEN 'key_generated' THEN 'generate.api-key'
      WHEN 'key_deleted' THEN 'delete.api-key'
      WHEN 'key_revoked' THEN 'revoke.api-key'
    END,
    ARRAY['account:' || happened.account_id],
    nullif(json_strip_nulls(json_build_object(
      'keyName', happened.key_name,
      'tier', happened.tier,
      'expiresAt', to_char(to_timestamp(happened.expires_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ))::text, '{}')::json
  FROM (
    SELECT CASE
      WHEN happened.caller IN ('anonymous', 'mirror-client') THEN happened.caller
      WHEN happened.action = 'key_deleted' THEN 'account'
      WHEN happened.action = 'key_generated'
        AND happened.caller = (SELECT username FROM zones.account WHERE id = happened.account_id) THEN 'account'
      ELSE 'operator'
    END AS kind
  ) actor
$$;
--> statement-breakpoint
-- What the release before writes meanwhile waits for the trigger.
LOCK TABLE zones.account_event IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
SELECT zones.audit_account_event(account_event) FROM zones.account_event ORDER BY id;
--> statement-breakpoint
CREATE FUNCTION zones.audit_new_account_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM zones.audit_account_event(NEW);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER account_event_audited AFTER INSERT ON zones.account_event
FOR EACH ROW EXECUTE FUNCTION zones.audit_new_account_event();

-- 7211605 distinguishes this advisory lock from others. Imports share the lock from the moment they read the rules
-- until they end, so a rule ends after all imports that have read it. Requests for the lock queue in order, so each
-- request waits only for earlier ones.
select pg_advisory_xact_lock(7211605, 0)

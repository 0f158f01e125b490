-- 7211605 distinguishes this advisory lock from others. Imports share it from reading the rules until they end, so a rule ends
-- after every import that has read it. Requests for the lock queue in order, so each waits only for earlier ones.
select pg_advisory_xact_lock(7211605, 0)

-- 7211605 sets this advisory lock apart from others. Imports share it from the time when they read the rules until they end, so
-- a rule ends after every import that has seen it. Requests queue up in order: neither waits for more than those that came before.
select pg_advisory_xact_lock(7211605, 0)

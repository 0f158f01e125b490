-- 7211604 sets this lock apart from others. A statement of its own: the next one must see what the last fold has committed.
select pg_advisory_xact_lock(7211604, 0)

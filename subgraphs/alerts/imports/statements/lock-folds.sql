-- The lock of the folds. A separate statement, because the next one must see the changes that the last fold has committed.
select pg_advisory_xact_lock(7211604, 0)

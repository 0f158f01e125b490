-- Acquires the lock of the folds, in a separate statement, because the next statement must see the changes that the
-- last fold has committed.
select pg_advisory_xact_lock(7211604, 0)

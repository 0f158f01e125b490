-- Counts the running backtests of a caller who cannot start others until the transaction ends.
select pg_advisory_xact_lock(hashtextextended('rampart policy backtests of ' || :creatorId, 0))

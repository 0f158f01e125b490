-- Serializes the starts of a caller's backtests until the transaction ends, so their number does not exceed the
-- maximum.
select pg_advisory_xact_lock(hashtextextended('rampart policy backtests of ' || :creatorId, 0))

-- One process computes a backtest at a time. The lock ends with the transaction, and with the process.
select pg_try_advisory_xact_lock(hashtextextended('rampart policy backtest ' || :id, 0)) as is_locked

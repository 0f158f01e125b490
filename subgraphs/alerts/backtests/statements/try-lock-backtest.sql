-- Only one process at a time computes a backtest. The lock ends with the transaction, and with the process.
select pg_try_advisory_xact_lock(hashtextextended('rampart policy backtest ' || :id, 0)) as is_locked

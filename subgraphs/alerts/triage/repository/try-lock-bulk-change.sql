-- Only one process at a time runs the steps of a bulk change. The lock ends with the transaction, and with the process.
select pg_try_advisory_xact_lock(hashtextextended('rampart bulk change ' || :id, 0)) as is_locked

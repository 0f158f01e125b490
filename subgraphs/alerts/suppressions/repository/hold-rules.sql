-- Prevents rules from being added or ended until the transaction ends; see wait-for-imports.sql.
select pg_advisory_xact_lock_shared(7211605, 0)

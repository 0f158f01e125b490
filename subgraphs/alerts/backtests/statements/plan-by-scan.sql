-- The log has no index, and no statistics before its first analysis. These settings make PostgreSQL scan, hash and sort
-- the log.
select set_config('statement_timeout', '0', true), set_config('enable_nestloop', 'off', true),
  set_config('work_mem', '64MB', true), set_config('jit', 'off', true)

-- Statistics lag behind a large import, so this disables plans without an index for the transaction.
select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)

-- Statistics lag behind a big import. Everything here is found by an index, whatever they say.
select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)

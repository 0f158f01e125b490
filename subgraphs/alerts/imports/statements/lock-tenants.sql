-- 7211603 distinguishes these advisory locks from others. Tenants share 256 of them: PostgreSQL's table of locks is
-- small, and a batch may have thousands of tenants. They are acquired in a fixed order, so imports do not deadlock.
select pg_advisory_xact_lock(7211603, key)
from (
  select distinct hashtext(tenant) & 255 as key from unnest(:tenants) tenant order by key
) keys

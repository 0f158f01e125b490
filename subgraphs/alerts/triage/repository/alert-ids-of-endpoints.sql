-- For each endpoint the ids of its newest alerts, from an index alone.
select (key.ordinality - 1)::int as position,
  array(
    select id from alerts.alert
    where endpoint_id = key.hostname and tenant_id = key.tenant_id
    order by created_at desc, id limit :first
  ) as ids
from unnest(:keyTenants, :hostnames) with ordinality key (tenant_id, hostname, ordinality)
where :tenants is null or key.tenant_id = any(:tenants)

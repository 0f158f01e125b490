-- For each endpoint, the ids of its newest alerts that are not suppressed, read from indexes only.
select key.position,
  array(
    select id from alerts.alert
    where endpoint_id = key.hostname and tenant_id = key.tenant_id
      and not exists (select from alerts.alert hidden where hidden.id = alert.id and hidden.suppressed_by is not null)
    order by created_at desc, id limit :first
  ) as ids
from :key
where :tenants is null or key.tenant_id = any(:tenants)

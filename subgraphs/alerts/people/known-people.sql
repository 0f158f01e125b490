-- Operators with one of the roles for a tenant that the caller may see: people who have signed in, tokens in use, and
-- the administrators in the settings. With `text`, only operators whose name follows an @ in the text.
select id, name, role, tenants
from (
  (
    select distinct on (provider, subject)
      'operator:person:' || provider || ':' || subject as id, name, role, tenants
    from gateway.person order by provider, subject, last_sign_in_at desc
  )
  union all
  select 'operator:' || id, name, role, coalesce(tenants, case when tenant_id is not null then array[tenant_id] end)
  from gateway.operator_tokens
  where revoked_at is null and (expires_at is null or expires_at > to_timestamp(:now))
  union all
  select 'operator:settings:' || name, name, 'admin', null from unnest(:administrators) name
) operator
where role = any(:roles)
  and (:tenants is null or tenants is null or role = 'admin' or tenants && :tenants)
  and (:ids is null or id = any(:ids))
  and (:search is null or name ilike :search)
  and (:text is null or position('@' || lower(name) in lower(:text)) > 0)
order by lower(name), id
limit :first

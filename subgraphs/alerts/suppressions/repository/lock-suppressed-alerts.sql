-- Examines the next suppressed alerts by id, and locks those that the rule suppresses, in the order in which all
-- changes lock them.
with page as materialized (
  select id from alerts.alert where suppressed_by is not null and id > :after order by id limit :count
), locked as materialized (
  select id from alerts.alert where id in (select id from page) and suppressed_by @> array[:rule] order by id for no key update
)
select (select count(*) from page)::int as examined, (select id from page order by id desc limit 1) as last,
  (select count(*) from locked)::int as locked

-- The next labels of a zone's state, as lines, because aggregated text takes the server and the client a fraction of
-- the time that rows would take.
select string_agg(label, e'\n') as labels
from (
  select label from zones.state
  where zone_id = :zoneId and label > :after and (:upTo::text is null or label <= :upTo) order by label limit :limit
) page

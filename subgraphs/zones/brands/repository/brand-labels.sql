-- The next labels of a zone's state, as lines: aggregated text costs both sides a fraction of what rows do.
select string_agg(label, e'\n') as labels
from (
  select label from zones.state
  where zone_id = :zoneId and label > :after and (:upTo::text is null or label <= :upTo) order by label limit :limit
) page

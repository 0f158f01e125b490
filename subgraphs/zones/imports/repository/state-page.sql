-- The next rows of a zone's state, as lines: aggregated text costs both sides a fraction of what rows do.
select string_agg(label, e'\n') as labels, string_agg(set_id::text, e'\n') as set_ids
from (
  select label, set_id from zones.state where zone_id = :zoneId and label > :after order by label limit :limit
) page

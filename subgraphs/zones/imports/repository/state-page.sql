-- The next rows of a zone's state, as lines, because aggregated text takes the server and the client a fraction of the
-- time that rows would take.
select string_agg(label, e'\n') as labels, string_agg(set_id::text, e'\n') as set_ids
from (
  select label, set_id from zones.state where zone_id = :zoneId and label > :after order by label limit :limit
) page

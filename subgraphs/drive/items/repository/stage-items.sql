-- Stages the items of a page, in order of arrival.
insert into drive.staged_item (site_id, run_id, position, id, facts)
select :siteId, :runId, :position + entry.position, entry.item->>'id', nullif(entry.item->'properties', 'null')
from jsonb_array_elements(:items) with ordinality as entry (item, position)

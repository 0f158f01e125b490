select state.label, set_id::text as set_id, data as nameservers
from unnest(:labels) touched (label)
join zones.state on state.zone_id = :zoneId and state.label = touched.label collate "C"
join zones.nameserver_set on nameserver_set.id = state.set_id

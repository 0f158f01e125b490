-- The first label after a given one at which a partition of the zone ends, from the bounds of the partitions.
select min(label) as label from (
  select (regexp_match(pg_get_expr(relpartbound, oid), $$ TO \('(.*)'\)$$))[1] collate "C" as label
  from pg_partition_tree(to_regclass('zones.state_' || :zoneId)) join pg_class on oid = relid
) leaf
where label > :from

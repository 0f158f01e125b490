-- The partitions that lack an index of their parent, leaves first.
select wanted.index_name as "index", member.relid::regclass::text as "table", child.relname || wanted.suffix as "name",
  parent.relkind = 'p' and member.parentrelid = wanted.table_name::regclass as is_direct, member.isleaf as is_leaf,
  wanted.columns, coalesce(built.indisvalid, false) as is_built
from (values
  ('zones.state', 'zones.state_set', '_set', '(set_id, label)'),
  ('zones.change', 'zones.change_old_set', '_old_set', '(old_set_id, ingest, label)'),
  ('zones.change', 'zones.change_new_set', '_new_set', '(new_set_id, ingest, label)')
) as wanted (table_name, index_name, suffix, columns)
cross join lateral pg_partition_tree(wanted.table_name::regclass) as member
join pg_class as child on child.oid = member.relid
join pg_class as parent on parent.oid = member.parentrelid
left join pg_index as built
  on built.indrelid = member.relid and built.indexrelid = to_regclass('zones.' || child.relname || wanted.suffix)
where not exists (
  select from pg_partition_tree(wanted.index_name::regclass) as known
  join pg_index on pg_index.indexrelid = known.relid where pg_index.indrelid = member.relid
)
order by member.isleaf desc, "table", "index"

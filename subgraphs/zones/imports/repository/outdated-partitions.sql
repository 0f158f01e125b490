-- The partitions of the change log that end at or before a time; their names contain the number of their period.
select child.relname::text as name
from pg_inherits join pg_class child on child.oid = inhrelid
where inhparent = 'zones.change'::regclass
  and (substring(child.relname from '^change_(\d+)$')::int8 + 1) * :partitionMs <= :before
order by child.relname

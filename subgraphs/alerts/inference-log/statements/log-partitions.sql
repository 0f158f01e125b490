-- The partitions of the log, oldest first; their names contain the number of their day.
select child.relname::text as name, substring(child.relname from '^inference_batch_(\d+)$')::int as day
from pg_inherits join pg_class child on child.oid = inhrelid
where inhparent = 'alerts.inference_batch'::regclass
order by day

-- Counts what an import did by rules.
insert into alerts.suppression_effect (suppression_id, opened, released) select * from unnest(:ids, :opened, :released)

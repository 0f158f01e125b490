-- Replaces the rows of each rule with their sum. The statement can run at any time and in several processes, like
-- fold-tally.sql.
with folded as (
  delete from alerts.suppression_effect where ctid in (
    select ctid from (select ctid, count(*) over (partition by suppression_id) as rows from alerts.suppression_effect) gathered
    where rows > 1
  )
  returning *
)
insert into alerts.suppression_effect (suppression_id, opened, released)
select suppression_id, sum(opened), sum(released) from folded group by 1

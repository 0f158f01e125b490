-- Stores the effects of rules on a batch of an import.
insert into alerts.suppression_effect (suppression_id, opened, released) select * from :effect

-- With room on the page a change of the numbers writes no index. Pages of before are not rewritten: a row that finds no room on its own
-- moves once to a page that keeps some.
ALTER TABLE "alerts"."endpoint" SET (fillfactor = 80);

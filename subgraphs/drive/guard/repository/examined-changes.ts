import { sql } from 'drizzle-orm';
import {
  bigint,
  execute,
  fetchRow,
  fetchRows,
  float8,
  nullable,
  rawQuery,
  text,
} from '../../../../platform/database/statements/index.js';
import { site } from '../../items/tables.js';

/** Stores the number of the last examined change of a site, and clears its postponed deletion verdict. */
export const setExaminedChange = execute(
  { siteId: text, change: nullable(bigint) },
  ({ siteId, change: last }) => sql`update ${site} set guarded_change = ${last}, deletion_postponed_at = null
      where ${site.id} = ${siteId}`,
);

/** Stores the time since which a deletion verdict about a site is postponed. */
export const setDeletionPostponed = execute(
  { siteId: text, since: float8 },
  ({ siteId, since }) => sql`update ${site} set deletion_postponed_at = ${since} where ${site.id} = ${siteId}`,
);

/** The sites with a postponed deletion verdict. */
export const selectPostponedSites = fetchRows({}, () =>
  rawQuery(
    { siteId: site.id },
    (columns) => sql`select ${columns} from ${site} where deletion_postponed_at is not null order by ${site.id}`,
  ),
);

/** Locks the row of a site with a postponed deletion verdict; undefined if it has none. */
export const lockPostponedSite = fetchRow({ siteId: text }, ({ siteId }) =>
  rawQuery(
    { siteId: site.id },
    (columns) => sql`select ${columns} from ${site}
        where ${site.id} = ${siteId} and deletion_postponed_at is not null for update`,
  ),
);

/** Marks all changes of a site as examined. */
export const setAllExamined = execute(
  { siteId: text },
  ({ siteId }) => sql`update ${site} set guarded_change = last_change, deletion_postponed_at = null
      where ${site.id} = ${siteId} and guarded_change is distinct from last_change`,
);

import { sql } from 'drizzle-orm';
import {
  cast,
  fetchOne,
  fetchRows,
  float8,
  integer,
  rawQuery,
} from '../../../../platform/database/statements/index.js';
import { rdapBulkLookup, rdapBulkLookupName, rdapFailure, rdapWatch } from '../tables.js';
import { isExpired } from './failures.js';

/** Number of watches, number of running bulk lookups, and number of their names that were not looked up yet. */
export const countBacklog = fetchOne({}, () =>
  rawQuery(
    {
      watches: cast(integer, sql`(select count(*) from ${rdapWatch})`),
      failingWatches: cast(integer, sql`(select count(*) from ${rdapWatch} where error is not null)`),
      runningBulkLookups: cast(integer, sql`(select count(*) from ${rdapBulkLookup} where state = 'running')`),
      waitingNames: cast(
        integer,
        sql`(select count(*) from ${rdapBulkLookup} join ${rdapBulkLookupName} on job_id = ${rdapBulkLookup.id}
            where state = 'running' and status = 'waiting')`,
      ),
    },
    (columns) => sql`select ${columns}`,
  ),
);

/** Servers that are paused at a time `now`, in Unix epoch milliseconds; at most `limit`. */
export const selectPausedServersAt = fetchRows({ now: float8, limit: integer }, ({ now, limit }) =>
  rawQuery(
    { server: rdapFailure.subject, until: rdapFailure.expiresAt, message: rdapFailure.message },
    (columns) => sql`select ${columns} from ${rdapFailure} where failures > 0 and not ${isExpired(now)}
        order by subject limit ${limit}`,
  ),
);

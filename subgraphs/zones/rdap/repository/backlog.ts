import { sql } from 'drizzle-orm';
import { fetchOne, fetchRows, float8, integer, rows, typed } from '../../../../platform/database/statements/index.js';
import { rdapFailure, rdapJob, rdapJobName, rdapWatch } from '../tables.js';

/** Number of watches, number of running bulk lookups, and number of their names that were not looked up yet. */
export const countBacklog = fetchOne({}, () =>
  rows(
    {
      watches: typed(integer, sql`(select count(*) from ${rdapWatch})`),
      failingWatches: typed(integer, sql`(select count(*) from ${rdapWatch} where error is not null)`),
      runningJobs: typed(integer, sql`(select count(*) from ${rdapJob} where state = 'running')`),
      waitingNames: typed(
        integer,
        sql`(select count(*) from ${rdapJob} join ${rdapJobName} on job_id = ${rdapJob.id}
            where state = 'running' and status = 'waiting')`,
      ),
    },
    (columns) => sql`select ${columns}`,
  ),
);

/** Servers that are paused at a time `now`, in Unix epoch milliseconds; at most `limit`. */
export const selectPausedServersAt = fetchRows({ now: float8, limit: integer }, ({ now, limit }) =>
  rows(
    { server: rdapFailure.subject, until: rdapFailure.expiresAt, message: rdapFailure.message },
    (columns) => sql`select ${columns} from ${rdapFailure} where failures > 0 and expires_at > ${now}
        order by subject limit ${limit}`,
  ),
);

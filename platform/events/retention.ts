import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../database/index.js';
import { execute, float8 } from '../database/statements/index.js';
import { daySeconds } from '../durations.js';
import type { JobDefinition } from '../jobs.js';

/** The maximum bigint, which is greater than any transaction id. */
const afterAllTransactions = sql`9223372036854775807`;

/** SQL for the transaction of the first event at or after a time. */
function firstEventSince(time: SQL): SQL {
  return sql`coalesce((select transaction from platform.event where at >= ${time} order by transaction, id limit 1), ${afterAllTransactions})`;
}

/** SQL for the time that was this many seconds ago, by the clock that recorded the times of events. */
function secondsAgo(seconds: SQLWrapper): SQL {
  return sql`(extract(epoch from statement_timestamp()) - ${seconds})`;
}

// Removes the events before the first event within retention, without reading the rest of the log, and only events
// before all open transactions: a reader could not tell whether later events of these were removed.
const sweep = execute(
  { keptSeconds: float8, unreadSeconds: float8 },
  ({ keptSeconds, unreadSeconds }) => sql`with boundary as (
    select least(${firstEventSince(secondsAgo(keptSeconds))}, greatest(${firstEventSince(secondsAgo(unreadSeconds))},
      coalesce((select min(transaction) from platform.event_cursor), ${afterAllTransactions})),
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as transaction
  ), removed as (
    delete from platform.event using boundary where event.transaction < boundary.transaction
    returning event.transaction
  )
  update platform.event_log set removed_until = greatest(removed_until, (select max(transaction) from removed))
  where exists (select 1 from removed)`,
);

/** Maximum time in seconds by which a consumer with a cursor in the database may be behind. */
const maxUnreadSeconds = 7 * daySeconds;

/**
 * Removes events that are past retention; clients can no longer resume from positions before them. Events that a
 * consumer with a cursor has not read are retained for a week.
 */
export function sweepEventsJob(options: { database: Database; keptMinutes: number }): JobDefinition {
  const { database, keptMinutes } = options;
  const keptSeconds = keptMinutes * 60;
  return {
    name: 'platform.sweep-events',
    cron: '* * * * *',
    async run() {
      const unreadSeconds = Math.max(keptSeconds, maxUnreadSeconds);
      await database.guard((sql) => sweep(sql, { keptSeconds, unreadSeconds }));
    },
  };
}

import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.js';
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

// Removes the events before the first event within retention, without reading the rest of the log.
const sweep = execute(
  { before: float8, unreadBefore: float8 },
  ({ before, unreadBefore }) => sql`with boundary as (
    select least(${firstEventSince(before)}, greatest(${firstEventSince(unreadBefore)},
      coalesce((select min(transaction) from platform.event_cursor), ${afterAllTransactions}))) as transaction
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
export function sweepEventsJob(options: { database: Database; clock: Clock; keptMinutes: number }): JobDefinition {
  const { database, clock, keptMinutes } = options;
  return {
    name: 'platform.sweep-events',
    cron: '* * * * *',
    async run() {
      const before = clock.now() / 1000 - keptMinutes * 60;
      const unreadBefore = Math.min(before, clock.now() / 1000 - maxUnreadSeconds);
      await database.guard((sql) => sweep(sql, { before, unreadBefore }));
    },
  };
}

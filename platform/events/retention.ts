import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { execute, float8, statement } from '../database/statements/index.js';
import type { JobDefinition } from '../jobs.js';

// Removes from the front of the log up to the first event within retention, without reading the rest.
const sweep = execute(
  statement(
    { before: float8 },
    ({ before }) => sql`with boundary as (
    select coalesce((select transaction from platform.event where at >= ${before} order by transaction, id limit 1),
      9223372036854775807) as transaction
  ), gone as (
    delete from platform.event using boundary where event.transaction < boundary.transaction
    returning event.transaction
  )
  update platform.event_log set removed_until = greatest(removed_until, (select max(transaction) from gone))
  where exists (select 1 from gone)`,
  ),
);

/** Removes events that are past retention, from which clients can no longer resume. */
export function sweepEvents(options: { database: Database; clock: Clock; keptMinutes: number }): JobDefinition {
  const { database, clock, keptMinutes } = options;
  return {
    name: 'platform.sweep-events',
    cron: '* * * * *',
    async run() {
      const before = clock.now() / 1000 - keptMinutes * 60;
      await database.guard((sql) => sweep(sql, { before }));
    },
  };
}

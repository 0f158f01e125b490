import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import { fetchOne, float8, integer, rows, statement, typed } from '../../platform/database/statements/index.js';
import type { JobDefinition } from '../../platform/jobs.js';
import type { Logger } from '../../platform/log.js';
import { person, session, usedLogoutToken } from '../tables.js';

const dayMilliseconds = 86_400_000;
const rowsAtOnce = 1000;

const removed = { removed: typed(float8, sql`(select count(*) from removed)`) };
const values = { before: float8, limit: integer };

const removePeople = fetchOne(
  statement(values, ({ before, limit }) =>
    rows(
      removed,
      (columns) => sql`with removed as (delete from ${person} where id in (
        select id from ${person} where last_sign_in_at < ${before} limit ${limit} for update skip locked) returning id)
        select ${columns}`,
    ),
  ),
);

const removeSessions = fetchOne(
  statement(values, ({ before, limit }) =>
    rows(
      removed,
      (columns) => sql`with removed as (delete from ${session} where id in (
        select id from ${session} where expires_at < ${before} limit ${limit} for update skip locked) returning id)
        select ${columns}`,
    ),
  ),
);

const removeLogoutTokens = fetchOne(
  statement(values, ({ before, limit }) =>
    rows(
      removed,
      (columns) => sql`with removed as (delete from ${usedLogoutToken} where hash in (
        select hash from ${usedLogoutToken} where expires_at < ${before} limit ${limit} for update skip locked)
        returning hash) select ${columns}`,
    ),
  ),
);

interface AccessSweep {
  readonly database: Pick<Database, 'guard'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly configuration: Pick<Configuration, 'session'>;
}

/**
 * Removes sessions and logout tokens that have expired, and people who have not signed in for `people_days`. Sessions
 * that ended earlier, without use, stay until they would have expired in any case.
 */
export function accessSweep({ database, clock, log, configuration }: AccessSweep): JobDefinition {
  const { peopleDays } = configuration.session;
  async function remove(some: typeof removePeople, before: number): Promise<number> {
    let total = 0;
    for (let last = rowsAtOnce; last === rowsAtOnce; total += last) {
      last = (await database.guard((executor) => some(executor, { before, limit: rowsAtOnce }))).removed;
    }
    return total;
  }
  return {
    name: 'gateway.sweep-access',
    cron: '29 * * * *',
    async run() {
      const now = clock.now();
      const sessions = await remove(removeSessions, now);
      await remove(removeLogoutTokens, now);
      const people = peopleDays === 0 ? 0 : await remove(removePeople, now - peopleDays * dayMilliseconds);
      if (people + sessions > 0) log.info({ people, sessions }, 'people and ended sessions were removed');
    },
  };
}

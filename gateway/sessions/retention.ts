import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import { cast, fetchOne, float8, integer, rawQuery, statement } from '../../platform/database/statements/index.js';
import { dayMs } from '../../platform/durations.js';
import type { JobDefinition } from '../../platform/jobs.js';
import type { Logger } from '../../platform/log.js';
import { person, session, usedLogoutToken } from '../tables.js';

const rowsPerBatch = 1000;

const removed = { removed: cast(float8, sql`(select count(*) from removed)`) };

/** A statement that removes at most `limit` rows whose time in `at` is earlier than `before`. */
function removalStatement(table: PgTable, { id, at }: { id: PgColumn; at: PgColumn }) {
  return fetchOne(
    statement({ before: float8, limit: integer }, ({ before, limit }) =>
      rawQuery(
        removed,
        (columns) => sql`with removed as (delete from ${table} where ${id} in (
          select ${id} from ${table} where ${at} < ${before} limit ${limit} for update skip locked) returning ${id})
          select ${columns}`,
      ),
    ),
  );
}

const removePeople = removalStatement(person, { id: person.id, at: person.lastSignInAt });
const removeSessions = removalStatement(session, { id: session.id, at: session.expiresAt });
const removeLogoutTokens = removalStatement(usedLogoutToken, {
  id: usedLogoutToken.hash,
  at: usedLogoutToken.expiresAt,
});

interface AccessSweep {
  readonly database: Pick<Database, 'guard'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly configuration: Pick<Configuration, 'session'>;
}

/**
 * Removes sessions and logout tokens that have expired, and people who have not signed in for `people_days` days (0:
 * people are never removed). Sessions that have reached their idle timeout (`idle_minutes`) are rejected, but remain
 * stored until the end of their maximum lifetime (`max_hours`) or of their token.
 */
export function accessSweep({ database, clock, log, configuration }: AccessSweep): JobDefinition {
  const { peopleDays } = configuration.session;
  async function remove(removeBatch: typeof removePeople, before: number): Promise<number> {
    let total = 0;
    for (let last = rowsPerBatch; last === rowsPerBatch; total += last) {
      last = (await database.guard((executor) => removeBatch(executor, { before, limit: rowsPerBatch }))).removed;
    }
    return total;
  }
  return {
    name: 'gateway.sweep-access',
    cron: '29 * * * *',
    deletesHistory: true,
    async run() {
      const now = clock.now();
      const sessions = await remove(removeSessions, now);
      await remove(removeLogoutTokens, now);
      const people = peopleDays === 0 ? 0 : await remove(removePeople, now - peopleDays * dayMs);
      if (people + sessions > 0)
        log.info({ people, sessions }, 'people without a recent sign-in and expired sessions were removed');
    },
  };
}

import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { groupsForEntries, recordAudit, systemRequest } from '../../platform/audit/index.js';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import {
  cast,
  fetchOne,
  fetchRows,
  float8,
  integer,
  rawQuery,
  statement,
  text,
} from '../../platform/database/statements/index.js';
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

const removeSessions = removalStatement(session, { id: session.id, at: session.expiresAt });
const removeLogoutTokens = removalStatement(usedLogoutToken, {
  id: usedLogoutToken.hash,
  at: usedLogoutToken.expiresAt,
});

const removePeople = fetchRows({ before: float8, limit: integer }, ({ before, limit }) =>
  rawQuery(
    {
      ...{ provider: cast(text, sql`provider`), subject: cast(text, sql`subject`) },
      lastSignInAt: cast(float8, sql`last_sign_in_at`),
    },
    (columns) => sql`with removed as (delete from ${person} where ${person.id} in (
        select ${person.id} from ${person} where ${person.lastSignInAt} < ${before} limit ${limit}
        for update skip locked) returning *)
      select ${columns} from removed`,
  ),
);

interface AccessSweep {
  readonly database: Pick<Database, 'guard' | 'transaction'>;
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
  const removeExpired = (removeBatch: typeof removeSessions, before: number) =>
    removeAll(async () => {
      return (await database.guard((executor) => removeBatch(executor, { before, limit: rowsPerBatch }))).removed;
    });
  return {
    name: 'gateway.sweep-access',
    cron: '29 * * * *',
    deletesHistory: true,
    async run() {
      const now = clock.now();
      const sessions = await removeExpired(removeSessions, now);
      await removeExpired(removeLogoutTokens, now);
      const before = now - peopleDays * dayMs;
      const people = peopleDays === 0 ? 0 : await removeAll(() => removePeopleBatch(database, before));
      if (people + sessions > 0)
        log.info({ people, sessions }, 'people without a recent sign-in and expired sessions were removed');
    },
  };
}

/** Removes batches until one is not full; returns the number of removed rows. */
async function removeAll(removeBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let last = rowsPerBatch; last === rowsPerBatch; total += last) last = await removeBatch();
  return total;
}

/** The audit log contains only the ids of the people, because the time of retention of other data has ended. */
async function removePeopleBatch(database: Pick<Database, 'transaction'>, before: number): Promise<number> {
  return await database.transaction(async (transaction) => {
    const removed = await removePeople(transaction, { before, limit: rowsPerBatch });
    const states = removed.map(({ provider, subject, lastSignInAt }) => {
      return { id: `person:${provider}:${subject}` as const, lastSignInAt };
    });
    for (const people of groupsForEntries(states)) {
      await recordAudit(transaction, systemRequest, {
        action: 'remove.people',
        object: people.map(({ id }) => id),
        before: { people },
      });
    }
    return removed.length;
  });
}

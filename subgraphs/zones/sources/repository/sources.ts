import { eq, getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  boolean,
  cast,
  enumeration,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  integer,
  nullable,
  queryBuilder,
  rawQuery,
  records,
  text,
} from '../../../../platform/database/statements/index.js';
import { pullOutcomeType, zoneSource } from '../tables.js';

/** The stored state of a source. */
export type SourceRow = typeof zoneSource.$inferSelect;

/** The key of the lock that a pull of a zone holds. */
export function lockKey(zone: string): string {
  return `${lockPrefix}${zone}`;
}

const lockPrefix = 'rampart zones pull ';

/** Whether a process holds the lock of a zone. A lock with a 64-bit key is stored as two halves. */
const isPulling = cast(
  boolean,
  sql`exists (select from pg_locks where locktype = 'advisory' and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::int8 << 32 | objid::int8) = hashtextextended(${sql.raw(`'${lockPrefix}'`)} || ${zoneSource.zone}, 0))`,
);

/** The stored states of these zones, in any order. */
export const selectSources = fetchRows({ zones: array(text) }, ({ zones }) =>
  rawQuery(
    { ...getTableColumns(zoneSource), isPulling },
    (columns) => sql`select ${columns} from ${zoneSource} where ${zoneSource.zone} = any(${zones})`,
  ),
);

export const selectSource = fetchRow({ zone: text }, ({ zone }) =>
  queryBuilder.select().from(zoneSource).where(eq(zoneSource.zone, zone)),
);

/** Zones whose source has this origin, ordered by name. */
export const selectZonesOfOrigin = fetchRows({ origin: text }, ({ origin }) =>
  queryBuilder
    .select({ zone: zoneSource.zone })
    .from(zoneSource)
    .where(eq(zoneSource.origin, origin))
    .orderBy(zoneSource.zone),
);

const beginTypes = { zone: text, origin: text, now: bigint, retryAt: bigint };

/**
 * Records the start of an attempt, and returns the state of the source. If the process dies, the source is due again at
 * `retryAt`. The state of another origin is discarded, because its serial and validators do not apply.
 */
export const beginAttempt = fetchOne(beginTypes, ({ zone, origin, now, retryAt }) =>
  rawQuery(getTableColumns(zoneSource), (columns) => {
    const reset = sql.raw(
      [
        ...['outcome', 'error', 'downloaded_at', 'serial', 'entity_tag', 'last_modified'],
        ...['refresh_seconds', 'retry_seconds', 'expire_seconds'],
      ]
        .map((name) => `${name} = case when source.origin = excluded.origin then source.${name} end`)
        .join(', '),
    );
    return sql`insert into ${zoneSource} (zone, origin, created_at, last_attempt_at, next_attempt_at)
      values (${zone}, ${origin}, ${now}, ${now}, ${retryAt})
      on conflict (zone) do update set ${reset},
        failures = case when source.origin = excluded.origin then source.failures else 0 end,
        created_at = case when source.origin = excluded.origin then source.created_at else excluded.created_at end,
        origin = excluded.origin, last_attempt_at = excluded.last_attempt_at, next_attempt_at = excluded.next_attempt_at,
        noticed_at = null
      returning ${columns}`;
  }),
);

/** Adds sources as due now, except those that have a state. */
export const insertSources = execute(
  { added: records({ zone: text, origin: text }), now: bigint },
  ({ added, now }) => sql`insert into ${zoneSource} (zone, origin, created_at, next_attempt_at)
      select zone, origin, ${now}, ${now} from ${added} on conflict (zone) do nothing`,
);

const endTypes = {
  ...{ zone: text, outcome: enumeration(pullOutcomeType), error: nullable(text), failures: integer },
  ...{ currentAt: nullable(bigint), downloadedAt: nullable(bigint), serial: nullable(bigint) },
  ...{ entityTag: nullable(text), lastModified: nullable(text), refreshSeconds: nullable(bigint) },
  ...{ retrySeconds: nullable(bigint), expireSeconds: nullable(bigint), nextAttemptAt: bigint },
  ...{ staleSince: nullable(bigint), notifyPauseMs: bigint },
};

/**
 * Records the end of an attempt, and returns the time of the next one. A NOTIFY message that arrived during the attempt
 * may be about a newer serial than the pulled one: the next attempt is then due `notifyPauseMs` after the start of this
 * one at the earliest.
 */
export const endAttempt = fetchRow(endTypes, (ended) =>
  rawQuery(
    { nextAttemptAt: zoneSource.nextAttemptAt, notifiedAt: zoneSource.notifiedAt },
    (columns) => sql`update ${zoneSource} set outcome = ${ended.outcome}, error = ${ended.error},
        failures = ${ended.failures}, current_at = ${ended.currentAt}, downloaded_at = ${ended.downloadedAt},
        serial = ${ended.serial}, entity_tag = ${ended.entityTag}, last_modified = ${ended.lastModified},
        refresh_seconds = ${ended.refreshSeconds}, retry_seconds = ${ended.retrySeconds},
        expire_seconds = ${ended.expireSeconds}, stale_since = ${ended.staleSince},
        next_attempt_at = case when noticed_at is null then ${ended.nextAttemptAt}
          else least(${ended.nextAttemptAt}, greatest(noticed_at, last_attempt_at + ${ended.notifyPauseMs})) end
      where ${zoneSource.zone} = ${ended.zone} returning ${columns}`,
  ),
);

/** Records that the download of a file is complete, before it is imported. */
export const recordDownload = execute(
  { zone: text, now: bigint },
  ({ zone, now }) => sql`update ${zoneSource} set downloaded_at = ${now} where ${zoneSource.zone} = ${zone}`,
);

/** Makes sources due at a time. */
export const setNextAttempt = execute(
  { zones: array(text), at: bigint },
  ({ zones, at }) => sql`update ${zoneSource} set next_attempt_at = ${at} where ${zoneSource.zone} = any(${zones})`,
);

/**
 * Records a NOTIFY message. The source becomes due now, but not before `pauseMs` after the start of its last attempt;
 * an earlier due time remains. Returns the time at which the source is due.
 */
export const recordNotify = fetchRow({ zone: text, now: bigint, pauseMs: bigint }, ({ zone, now, pauseMs }) =>
  rawQuery(
    { nextAttemptAt: zoneSource.nextAttemptAt },
    (columns) => sql`update ${zoneSource} set noticed_at = ${now},
          next_attempt_at = least(next_attempt_at, greatest(${now}, coalesce(last_attempt_at, 0) + ${pauseMs}))
        where ${zoneSource.zone} = ${zone} returning ${columns}`,
  ),
);

/** Records when zones became stale, except those for which this is recorded already. */
export const markStale = execute(
  { zones: array(text), at: bigint },
  ({ zones, at }) => sql`update ${zoneSource} set stale_since = ${at}
      where ${zoneSource.zone} = any(${zones}) and stale_since is null`,
);

import { getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  boolean,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasRow,
  integer,
  nullable,
  rows,
  text,
  typed,
  uuid,
} from '../../../platform/database/statements/index.js';
import { isExpired } from '../registry/index.js';
import { controller, warning } from '../tables.js';

/** Maximum number of silent controllers that a check raises warnings for; the next check handles the others. */
const maxSilent = 50_000;
/** Maximum number of versions that are compared with the current one: the most frequent ones. */
const maxVersions = 100;

const silentKind = sql`'controller_silent'`;

/**
 * Locks the checks for warnings until the end of the transaction; `isLocked` is false if another process holds the
 * lock.
 */
export const tryLockChecks = fetchOne({}, () =>
  rows(
    { isLocked: typed(boolean, sql`pg_try_advisory_xact_lock(hashtextextended('rampart license warnings', 0))`) },
    (selected) => sql`select ${selected}`,
  ),
);

/** The level of a warning; undefined if there is none. */
export const selectLevel = fetchRow({ kind: text, subject: text }, ({ kind, subject }) =>
  rows(
    { level: warning.level },
    (selected) => sql`select ${selected} from ${warning} where kind = ${kind} and subject = ${subject}`,
  ),
);

const raiseTypes = { kind: text, subject: text, level: integer, at: float8, data: text };

/**
 * Stores a warning, or its higher level, and publishes it; does nothing if it has this level or a higher one. `data` is
 * JSON, `at` in Unix epoch seconds.
 */
export const raiseWarning = hasRow(
  raiseTypes,
  ({ kind, subject, level, at, data }) => sql`with crossed as (
      insert into ${warning} as stored (kind, subject, level, since)
      values (${kind}, ${subject}, ${level}, ${at})
      on conflict (kind, subject) do update set level = excluded.level, since = excluded.since
      where stored.level < excluded.level
      returning stored.kind
    ), published as (
      insert into platform.event (type, data) select 'license-warnings', ${data}::jsonb from crossed
    )
    select from crossed`,
);

/**
 * Lowers the level of a warning; does nothing if it has this level or a lower one. If its time is after `at`, because a
 * process whose clock was ahead raised it, `at` becomes its time.
 */
export const lowerWarning = execute(
  { kind: text, subject: text, level: integer, at: float8 },
  ({ kind, subject, level, at }) => sql`update ${warning} set level = ${level}, since = least(since, ${at})
      where kind = ${kind} and subject = ${subject} and level > ${level}`,
);

/** Ends a warning. */
export const endWarning = execute(
  { kind: text, subject: text },
  ({ kind, subject }) => sql`delete from ${warning} where kind = ${kind} and subject = ${subject}`,
);

/** Ends the warnings of a kind, except those with the given subjects. */
export const endOtherWarnings = execute(
  { kind: text, subjects: array(text) },
  ({ kind, subjects }) => sql`delete from ${warning} where kind = ${kind} and subject <> all(${subjects})`,
);

/** Records that a check found the license of warnings active. */
export const markChecked = execute(
  { kinds: array(text), subject: text, at: float8 },
  ({ kinds, subject, at }) =>
    sql`update ${warning} set checked_at = ${at} where kind = any(${kinds}) and subject = ${subject}`,
);

/** Ends warnings of the given kinds whose license no check has found active since a time, in Unix epoch seconds. */
export const endUncheckedWarnings = execute(
  { kinds: array(text), before: float8 },
  ({ kinds, before }) =>
    sql`delete from ${warning} where kind = any(${kinds}) and coalesce(checked_at, since) < ${before}`,
);

/**
 * The controllers, at most {@link maxSilent}, whose last check-in was not after `expiry`, in Unix epoch seconds, and
 * that have no warning.
 */
export const selectSilent = fetchRows({ expiry: float8 }, ({ expiry }) =>
  rows(
    { guid: controller.guid },
    (selected) => sql`select ${selected} from ${controller}
        where ${isExpired(expiry)} and not exists (
          select from ${warning} where kind = ${silentKind} and subject = guid::text)
        limit ${maxSilent}`,
  ),
);

/** Stores and publishes warnings for those of the given controllers that are still silent and have none. */
export const raiseSilent = execute(
  { guids: array(uuid), expiry: float8, at: float8 },
  ({ guids, expiry, at }) => sql`with silent as (
      select guid, last_hostname, last_contact from ${controller}
      where guid = any(${guids}) and last_contact <= ${expiry}
    ), crossed as (
      insert into ${warning} (kind, subject, level, since)
      select ${silentKind}, guid::text, 0, ${at} from silent
      on conflict (kind, subject) do nothing returning subject
    )
    insert into platform.event (type, data)
    select 'license-warnings', jsonb_build_object('kind', ${silentKind},
      'subject', guid, 'hostname', last_hostname, 'lastContact', last_contact)
    from silent join crossed on guid = subject::uuid`,
);

/**
 * Ends the warnings about controllers that are no longer registered, or have checked in since the warning: after
 * `expiry`, and after the time that is `silence` seconds before the warning. `expiry` alone is not enough, because an
 * outage moves it back. The time of a warning by a process whose clock was far ahead is limited to `silence / 2` after
 * `at`.
 */
export const endSilent = execute(
  { expiry: float8, silence: float8, at: float8 },
  ({ expiry, silence, at }) => sql`delete from ${warning} where kind = ${silentKind} and not exists (
      select from ${controller} where guid = subject::uuid
        and last_contact <= greatest(${expiry}, least(since, ${at} + ${silence} / 2) - ${silence}))`,
);

/** The most frequent versions of controllers, at most {@link maxVersions}, with the number of controllers. */
export const selectVersions = fetchRows({}, () =>
  rows(
    { version: controller.version, count: typed(integer, sql`count(*)::integer`) },
    (selected) => sql`select ${selected} from ${controller} group by ${controller.version}
        order by count(*) desc, ${controller.version} limit ${maxVersions}`,
  ),
);

/** The last warning of a page; without values for the first page. */
const position = { kind: nullable(text), since: nullable(float8), subject: nullable(text) };

/**
 * The warnings after a position, newest first; those of silent controllers, of which there can be many, after all
 * others. Those about other licenses than `license` are omitted.
 */
export const selectWarnings = fetchRows(
  { limit: integer, license: nullable(text), ...position },
  ({ limit, license, kind, since, subject }) =>
    rows(
      getTableColumns(warning),
      (selected) => sql`select ${selected} from ${warning}
        where (kind not in ('license_expiring', 'grace_ending') or subject = ${license})
          and (${kind}::text is null or (kind = ${silentKind}, -since, kind, subject)
            > (${kind} = ${silentKind}, -${since}::double precision, ${kind}, ${subject}))
        order by kind = ${silentKind}, -since, kind, subject limit ${limit}`,
    ),
);

/** Numbers of warnings by kind, without those of licenses that no check has found active since a time. */
export const countWarnings = fetchRows({ checkedAfter: float8 }, ({ checkedAfter }) =>
  rows(
    { kind: warning.kind, count: typed(integer, sql`count(*)::integer`) },
    (selected) => sql`select ${selected} from ${warning}
        where checked_at is null or checked_at > ${checkedAfter} group by kind`,
  ),
);

/** The warnings with these kinds and subjects that are active, in any order. */
export const selectWarningsBySubject = fetchRows({ kinds: array(text), subjects: array(text) }, ({ kinds, subjects }) =>
  rows(
    getTableColumns(warning),
    (selected) => sql`select ${selected} from ${warning}
        where (kind, subject) in (select * from unnest(${kinds}, ${subjects}))`,
  ),
);

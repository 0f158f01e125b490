import { getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  boolean,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasRow,
  integer,
  nullable,
  rawQuery,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { isExpired } from '../registry/index.js';
import { controller, warning } from '../tables.js';

/**
 * Maximum number of silent controllers for which one check raises warnings. The next check raises warnings for the
 * others.
 */
const maxSilent = 50_000;
/** Maximum number of versions that are compared with the current version. The most frequent versions are selected. */
const maxVersions = 100;

const silentKind = sql`'controller_silent'`;

/** Locks the warning checks until the end of the transaction. `isLocked` is false if another process holds the lock. */
export const tryLockChecks = fetchOne({}, () =>
  rawQuery(
    { isLocked: cast(boolean, sql`pg_try_advisory_xact_lock(hashtextextended('rampart license warnings', 0))`) },
    (selected) => sql`select ${selected}`,
  ),
);

/** The level of a warning; undefined if the warning is not active. */
export const selectLevel = fetchRow({ kind: text, subject: text }, ({ kind, subject }) =>
  rawQuery(
    { level: warning.level },
    (selected) => sql`select ${selected} from ${warning} where kind = ${kind} and subject = ${subject}`,
  ),
);

const raiseTypes = { kind: text, subject: text, level: integer, at: float8, data: text };

/**
 * Stores a warning or raises its level, and publishes it. Does nothing if the warning already has this level or a
 * higher one. `data` is JSON, `at` is in Unix epoch seconds.
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
 * Lowers the level of a warning. Does nothing if the warning already has this level or a lower one. If the time of the
 * warning is after `at`, because the clock of the process that raised it was ahead, it is set to `at`.
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

/** Ends the active warnings of a kind, except those with the given subjects. */
export const endOtherWarnings = execute(
  { kind: text, subjects: array(text) },
  ({ kind, subjects }) => sql`delete from ${warning} where kind = ${kind} and subject <> all(${subjects})`,
);

/** Records in warnings that a check found their license active. Warnings about seats belong to any license. */
export const markChecked = execute(
  { kinds: array(text), subject: text, at: float8 },
  ({ kinds, subject, at }) =>
    sql`update ${warning} set checked_at = ${at} where kind = any(${kinds}) and subject = ${subject}`,
);

/**
 * Ends warnings of the given kinds whose license was not found active by any check since a time, in Unix epoch seconds.
 */
export const endUncheckedWarnings = execute(
  { kinds: array(text), before: float8 },
  ({ kinds, before }) =>
    sql`delete from ${warning} where kind = any(${kinds}) and coalesce(checked_at, since) < ${before}`,
);

/**
 * At most {@link maxSilent} controllers that have no warning and whose last check-in was at or before `cutoff`, in Unix
 * epoch seconds.
 */
export const selectSilent = fetchRows({ cutoff: float8 }, ({ cutoff }) =>
  rawQuery(
    { guid: controller.guid },
    (selected) => sql`select ${selected} from ${controller}
        where ${isExpired(cutoff)} and not exists (
          select from ${warning} where kind = ${silentKind} and subject = guid::text)
        limit ${maxSilent}`,
  ),
);

/** Stores and publishes warnings about those of the given controllers that are still silent and have no warning. */
export const raiseSilent = execute(
  { guids: array(uuid), cutoff: float8, at: float8 },
  ({ guids, cutoff, at }) => sql`with silent as (
      select guid, last_hostname, last_contact from ${controller}
      where guid = any(${guids}) and last_contact <= ${cutoff}
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
 * Ends the warnings about controllers that are no longer registered, or that have checked in since the warning: after
 * `cutoff`, and after the time `silenceSeconds` seconds before the warning. `cutoff` alone is not sufficient, because
 * an outage moves it back. The time of a warning is limited to `silenceSeconds / 2` after `at`, because a process whose
 * clock is far ahead may have raised it.
 */
export const endSilent = execute(
  { cutoff: float8, silenceSeconds: float8, at: float8 },
  ({ cutoff, silenceSeconds, at }) => sql`delete from ${warning} where kind = ${silentKind} and not exists (
      select from ${controller} where guid = subject::uuid
        and last_contact <= greatest(${cutoff}, least(since, ${at} + ${silenceSeconds} / 2) - ${silenceSeconds}))`,
);

/** The most frequent versions of controllers with the number of controllers, at most {@link maxVersions} versions. */
export const selectVersions = fetchRows({}, () =>
  rawQuery(
    { version: controller.version, count: cast(integer, sql`count(*)::integer`) },
    (selected) => sql`select ${selected} from ${controller} group by ${controller.version}
        order by count(*) desc, ${controller.version} limit ${maxVersions}`,
  ),
);

/** Position of the last warning of the previous page; all values are null for the first page. */
const position = { kind: nullable(text), since: nullable(float8), subject: nullable(text) };

/**
 * The warnings after a position: first those not about silent controllers, newest first, then those about silent
 * controllers, because there may be many of them. Warnings about licenses other than `license` are omitted, and also
 * the warning about seats if it is null.
 */
export const selectWarnings = fetchRows(
  { limit: integer, license: nullable(text), ...position },
  ({ limit, license, kind, since, subject }) =>
    rawQuery(
      getTableColumns(warning),
      (selected) => sql`select ${selected} from ${warning}
        where (kind not in ('license_expiring', 'grace_ending') or subject = ${license})
          and (kind <> 'seats_low' or ${license} is not null)
          and (${kind}::text is null or (kind = ${silentKind}, -since, kind, subject)
            > (${kind} = ${silentKind}, -${since}::double precision, ${kind}, ${subject}))
        order by kind = ${silentKind}, -since, kind, subject limit ${limit}`,
    ),
);

/** Numbers of warnings by kind. Omits warnings about licenses that no check has found active since a time. */
export const countWarnings = fetchRows({ checkedAfter: float8 }, ({ checkedAfter }) =>
  rawQuery(
    { kind: warning.kind, count: cast(integer, sql`count(*)::integer`) },
    (selected) => sql`select ${selected} from ${warning}
        where checked_at is null or checked_at > ${checkedAfter} group by kind`,
  ),
);

/** The active warnings with these kinds and subjects, in any order. */
export const selectWarningsBySubject = fetchRows({ kinds: array(text), subjects: array(text) }, ({ kinds, subjects }) =>
  rawQuery(
    getTableColumns(warning),
    (selected) => sql`select ${selected} from ${warning}
        where (kind, subject) in (select * from unnest(${kinds}, ${subjects}))`,
  ),
);

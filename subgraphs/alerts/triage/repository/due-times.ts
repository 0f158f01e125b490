import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Targets } from '../../targets.js';
import { Severity } from '../../vocabulary.js';

/** The alert columns from which due times are computed. */
type TimeColumns = Readonly<
  Record<
    | 'severity'
    | 'status'
    | 'createdAtEpoch'
    | 'acknowledgedAtEpoch'
    | 'resolvedAtEpoch'
    | 'restoredAtEpoch'
    | 'suppressedBy',
    AnyPgColumn
  >
>;

/**
 * Due time of alerts without a pending target, which are last in the order by due time: the maximum time of a
 * JavaScript Date, in Unix epoch seconds.
 */
const maxTime = 8_640_000_000_000;

/** Time by which the alert should be acknowledged; null if it has no such target. */
function acknowledgeDue(table: TimeColumns, { acknowledge }: Targets): SQL {
  return dueOf(table, acknowledge);
}

/** Time by which the alert should be closed; null if it has no such target. */
function resolveDue(table: TimeColumns, { resolve }: Targets): SQL {
  return dueOf(table, resolve);
}

/**
 * Due time of a target: the given number of seconds after the opening of the alert, or after its restoration if it was
 * suppressed. Null for suppressed alerts, and for severities without a target.
 */
function dueOf(
  { severity, createdAtEpoch, restoredAtEpoch, suppressedBy }: TimeColumns,
  seconds: Readonly<Record<Severity, number>>,
): SQL {
  const cases = Object.values(Severity)
    .filter((value) => seconds[value] > 0)
    .map((value) => sql.raw(`when '${value}' then ${seconds[value]}`));
  if (cases.length === 0) return sql`null::float8`;
  const start = sql`coalesce(${restoredAtEpoch}, ${createdAtEpoch})`;
  return sql`(case when ${suppressedBy} is null then ${start} + case ${severity} ${sql.join(cases, sql` `)} end end)`;
}

function isUnacknowledged({ status, acknowledgedAtEpoch }: TimeColumns): SQL {
  return sql`(${status} = 'open' and ${acknowledgedAtEpoch} is null)`;
}

/** Whether the alert still has to be closed. Indexes that begin with the status support this condition. */
function isUnresolved({ status }: TimeColumns): SQL {
  return sql`${status} in ('open', 'acknowledged', 'investigating')`;
}

/** Whether a target that was due before the time was missed. */
export function isBreachedBefore(table: TimeColumns, targets: Targets, time: SQL): SQL {
  const [acknowledge, resolve] = [acknowledgeDue(table, targets), resolveDue(table, targets)];
  return sql`(
    (${acknowledge} < ${time} and (${isUnacknowledged(table)} or ${table.acknowledgedAtEpoch} > ${acknowledge}))
    or (${resolve} < ${time} and (${isUnresolved(table)} or ${table.resolvedAtEpoch} > ${resolve})))`;
}

/** Whether a pending target is due before the time. A target is pending until the alert meets it. */
export function isDueBefore(table: TimeColumns, targets: Targets, time: SQL): SQL {
  return sql`${isUnresolved(table)} and (
    (${isUnacknowledged(table)} and ${acknowledgeDue(table, targets)} < ${time}) or ${resolveDue(table, targets)} < ${time})`;
}

/**
 * Due time of the next pending target; {@link maxTime} if there is none. A target is pending until the alert meets it.
 */
export function nextDue(table: TimeColumns, targets: Targets): SQL {
  return sql`coalesce(least(
    case when ${isUnacknowledged(table)} then ${acknowledgeDue(table, targets)} end,
    case when ${isUnresolved(table)} then ${resolveDue(table, targets)} end), ${sql.raw(String(maxTime))}::float8)`;
}

import { sql } from 'drizzle-orm';
import {
  bigint,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  integer,
  nullable,
  rawQuery,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { usageBatch, usageCount, usageDay } from '../../tables.js';

/**
 * Moves at most `limit` batches to the counts of their days, and returns the number of batches. Days that are already
 * in the log are closed: later check-ins of these days are counted for the day after the last one in the log. The
 * caller must hold the lock of the log.
 */
export const moveBatchesToCounts = fetchOne({ limit: integer }, ({ limit }) =>
  rawQuery(
    { batches: cast(integer, sql`(select count(*)::integer from removed)`) },
    (selected) => sql`with removed as (
        delete from ${usageBatch} where ctid = any(array(select ctid from ${usageBatch} limit ${limit})) returning day, guids
      ), open as (
        select max(day) + 1 as first from ${usageDay}
      ), counted as (
        insert into ${usageCount} as stored (day, guid, check_ins)
        select greatest(day, first), guid, count(*)
        from removed cross join open cross join lateral unnest(guids) as controllers (guid)
        group by 1, 2
        on conflict (day, guid) do update set check_ins = stored.check_ins + excluded.check_ins
      )
      select ${selected}`,
  ),
);

/** The first day up to and including `last` that has check-ins and is not in the log; null if there is none. */
export const selectFirstUnloggedDay = fetchOne({ last: integer }, ({ last }) =>
  rawQuery(
    { day: cast(nullable(integer), sql`min(day)`) },
    (selected) => sql`select ${selected} from ${usageCount}
        where day > coalesce((select max(day) from ${usageDay}), -1) and day <= ${last}`,
  ),
);

/**
 * A page of the numbers of check-ins of a day by controller, sorted by GUID: those whose GUID is greater than `after`.
 */
export const selectCounts = fetchRows({ day: integer, after: uuid, limit: integer }, ({ day, after, limit }) =>
  rawQuery(
    { guid: usageCount.guid, checkIns: usageCount.checkIns },
    (selected) => sql`select ${selected} from ${usageCount} where day = ${day} and guid > ${after}
        order by guid limit ${limit}`,
  ),
);

/** Records the position of a day's entry in the log. */
export const insertDay = execute(
  { day: integer, position: bigint },
  ({ day, position }) => sql`insert into ${usageDay} (day, position) values (${day}, ${position})`,
);

/** The position of a day's entry in the log; undefined if the log has no entry of the day. */
export const selectDay = fetchRow({ day: integer }, ({ day }) =>
  rawQuery({ position: usageDay.position }, (selected) => sql`select ${selected} from ${usageDay} where day = ${day}`),
);

/** Deletes the check-in counts of days that are in the log and before the given day. */
export const deleteCountsBefore = execute(
  { day: integer },
  ({ day }) => sql`delete from ${usageCount}
      where day < ${day} and day <= (select max(day) from ${usageDay})`,
);

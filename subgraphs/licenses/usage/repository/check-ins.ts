import { sql } from 'drizzle-orm';
import {
  bigint,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  integer,
  nullable,
  rows,
  typed,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { usageBatch, usageCount, usageDay } from '../../tables.js';

/**
 * Moves at most `limit` batches to the counts of their days, and returns their number. Days that are in the log already
 * are closed: late check-ins are counted for the day after the last one in the log. The caller holds the lock of the
 * log.
 */
export const countBatches = fetchOne({ limit: integer }, ({ limit }) =>
  rows(
    { batches: typed(integer, sql`(select count(*)::integer from taken)`) },
    (selected) => sql`with taken as (
        delete from ${usageBatch} where ctid = any(array(select ctid from ${usageBatch} limit ${limit})) returning day, guids
      ), open as (
        select max(day) + 1 as first from ${usageDay}
      ), counted as (
        insert into ${usageCount} as stored (day, guid, check_ins)
        select greatest(day, first), guid, count(*)
        from taken cross join open cross join lateral unnest(guids) as controllers (guid)
        group by 1, 2
        on conflict (day, guid) do update set check_ins = stored.check_ins + excluded.check_ins
      )
      select ${selected}`,
  ),
);

/** The first day, at most `last`, that has check-ins and is not in the log; null if there is none. */
export const selectOpenDay = fetchOne({ last: integer }, ({ last }) =>
  rows(
    { day: typed(nullable(integer), sql`min(day)`) },
    (selected) => sql`select ${selected} from ${usageCount}
        where day > coalesce((select max(day) from ${usageDay}), -1) and day <= ${last}`,
  ),
);

/** Numbers of check-ins of a day by controller, sorted by GUID, after a GUID. */
export const selectCounts = fetchRows({ day: integer, after: uuid, limit: integer }, ({ day, after, limit }) =>
  rows(
    { guid: usageCount.guid, checkIns: usageCount.checkIns },
    (selected) => sql`select ${selected} from ${usageCount} where day = ${day} and guid > ${after}
        order by guid limit ${limit}`,
  ),
);

/** Records the position of the entry of a day. */
export const insertDay = execute(
  { day: integer, position: bigint },
  ({ day, position }) => sql`insert into ${usageDay} (day, position) values (${day}, ${position})`,
);

/** The position of the entry of a day; undefined if the log has none. */
export const selectDay = fetchRow({ day: integer }, ({ day }) =>
  rows({ position: usageDay.position }, (selected) => sql`select ${selected} from ${usageDay} where day = ${day}`),
);

/** Deletes the counts of days before a day that are in the log. */
export const deleteCountsBefore = execute(
  { day: integer },
  ({ day }) => sql`delete from ${usageCount}
      where day < ${day} and day <= (select max(day) from ${usageDay})`,
);

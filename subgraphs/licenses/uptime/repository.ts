import { sql } from 'drizzle-orm';
import { fetchRows, float8, hasRow, rawQuery } from '../../../platform/database/statements/index.js';
import { daySeconds } from '../../../platform/durations.js';
import { uptime } from '../tables.js';
import { maxGapSeconds } from './rules.js';

/** Maximum number of stored periods; the oldest are deleted. */
const maxPeriods = 10_000;

/** Number of seconds for which periods are stored: twice 3,650 days, the maximum configurable lease and silence. */
const retentionSeconds = 2 * 3650 * daySeconds;

/**
 * The periods in which servers ran, newest first, that started at or before `now` (Unix epoch seconds). Later periods
 * were recorded by processes whose clocks were ahead.
 */
export const selectPeriods = fetchRows({ now: float8 }, ({ now }) =>
  rawQuery(
    { startedAt: uptime.startedAt, endedAt: uptime.endedAt },
    (selected) => sql`select ${selected} from ${uptime} where started_at <= ${now}
        order by started_at desc limit ${maxPeriods}`,
  ),
);

/**
 * Extends the last period to a time (Unix epoch seconds), or begins a new period after an outage. Periods that begin
 * later are ignored but not deleted, because the clock of this process may be behind.
 * @returns whether a period begins more than {@link maxGapSeconds} later
 */
export const recordUptime = hasRow(
  { at: float8 },
  ({ at }) => sql`with extended as (
      update ${uptime} set ended_at = greatest(ended_at, ${at})
      where started_at = (select max(started_at) from ${uptime} where started_at <= ${at})
        and ${at} - ended_at <= ${maxGapSeconds}
      returning 1
    ), begun as (
      insert into ${uptime} (started_at, ended_at)
      select ${at}, ${at} where not exists (select from extended) on conflict do nothing
    ), pruned as (
      delete from ${uptime} where not exists (select from extended) and (
        ended_at < ${at} - ${retentionSeconds}
        or started_at <= (select started_at from ${uptime} order by started_at desc offset ${maxPeriods - 1} limit 1))
    )
    select from ${uptime} where started_at > ${at} + ${maxGapSeconds} limit 1`,
);

import { sql } from 'drizzle-orm';
import { execute, fetchRows, float8, rows, statement } from '../../../platform/database/statements/index.js';
import { uptime } from '../tables.js';
import { maxGapSeconds } from './rules.js';

/** Maximum number of periods; the oldest are deleted. */
const maxPeriods = 1000;

/** The periods in which servers ran, newest first. */
export const selectPeriods = fetchRows(
  statement({}, () =>
    rows(
      { startedAt: uptime.startedAt, endedAt: uptime.endedAt },
      (selected) => sql`select ${selected} from ${uptime} order by started_at desc limit ${maxPeriods}`,
    ),
  ),
);

/** Extends the last period to a time, in Unix epoch seconds, or begins the next one after an outage. */
export const recordUptime = execute(
  statement(
    { at: float8 },
    ({ at }) => sql`with extended as (
      update ${uptime} set ended_at = greatest(ended_at, ${at})
      where started_at = (select max(started_at) from ${uptime}) and ${at} - ended_at <= ${maxGapSeconds}
      returning 1
    ), pruned as (
      delete from ${uptime} where started_at <= (
        select started_at from ${uptime} order by started_at desc offset ${maxPeriods - 1} limit 1)
    )
    insert into ${uptime} (started_at, ended_at)
    select ${at}, ${at} where not exists (select from extended) on conflict do nothing`,
  ),
);

import { sql } from 'drizzle-orm';
import {
  bigint,
  cast,
  execute,
  fetchRows,
  float8,
  integer,
  nullable,
  rawQuery,
  text,
} from '../../../platform/database/statements/index.js';
import { controller, rejection, seatCount } from '../tables.js';

/** Maximum number of departments, and of versions, that a bucket stores. */
export const maxNames = 50;

/**
 * Locks the seat counts until the end of the transaction, against other processes that count seats. Does not block
 * readers.
 */
export const lockSeatCounts = execute({}, () => sql`lock table ${seatCount} in share row exclusive mode`);

/**
 * Adds a sample to the hour and day buckets of `at` (Unix epoch seconds): the occupied seats, and the most frequent
 * departments and versions of the controllers whose last check-in was after `cutoff`.
 */
export const addSample = execute(
  { at: float8, cutoff: float8, used: integer, cap: nullable(integer) },
  ({ at, cutoff, used, cap }) => sql`with counted as (
      select case when grouping(version) = 1 then 'department' else 'version' end as dimension,
        coalesce(case when grouping(version) = 1 then department else version end, '') as name,
        count(*)::integer as used
      from ${controller} where ${controller.lastContact} > ${cutoff}
      group by grouping sets ((department), (version))
    ), ranked as (
      select *, row_number() over (partition by dimension order by used desc, name) as rank from counted
    ), sample as (
      select dimension, name, used, null::integer as cap from ranked where rank <= ${maxNames}
      union all select 'all', '', ${used}, ${cap}
    ), bucket as (
      select seconds, (floor(${at} / seconds) * seconds)::bigint as start from (values (3600), (86400)) width (seconds)
    ), emptied as (
      update ${seatCount} as stored set used = 0 from bucket
      where stored.seconds = bucket.seconds and stored.start = bucket.start
        and (stored.dimension, stored.name) not in (select dimension, name from sample)
    )
    insert into ${seatCount} as stored (seconds, start, dimension, name, used, peak, cap)
    select seconds, start, dimension, name, used, used, cap from bucket cross join sample
    on conflict (seconds, start, dimension, name) do update
    set used = excluded.used, peak = greatest(stored.peak, excluded.peak), cap = excluded.cap`,
);

/**
 * Deletes all but the {@link maxNames} most frequent departments and versions from the hour and day buckets of `at`.
 */
export const pruneSample = execute(
  { at: float8 },
  ({ at }) => sql`delete from ${seatCount} where (seconds, start, dimension, name) in (
      select seconds, start, dimension, name from (
        select *, row_number() over (partition by seconds, dimension order by peak desc, used desc, name) as rank
        from ${seatCount}
        where (seconds, start) in (
          select seconds, (floor(${at} / seconds) * seconds)::bigint from (values (3600), (86400)) width (seconds)
        )
      ) ranked where rank > ${maxNames}
    )`,
);

/** Deletes the buckets with a length of `seconds` that start before a time, in Unix epoch seconds. */
export const deleteSeatCountsBefore = execute(
  { seconds: integer, time: float8 },
  ({ seconds, time }) => sql`delete from ${seatCount} where seconds = ${seconds} and start < ${time}`,
);

const spanTypes = { since: float8, until: float8, intervalSeconds: bigint };

/**
 * Numbers of seats by bucket: of all controllers, and of the `top` departments and versions of the whole period. `used`
 * and `cap` are the values at the end of a bucket. Buckets without a sample have no rows.
 */
export const selectSeatCounts = fetchRows(
  { ...spanTypes, bucketSeconds: integer, top: integer },
  ({ since, until, intervalSeconds, bucketSeconds, top }) =>
    rawQuery(
      {
        start: cast(float8, sql`bucket::double precision`),
        dimension: cast(text, sql`dimension`),
        name: cast(text, sql`name`),
        used: cast(integer, sql`coalesce(sum(used) filter (where start = last_start), 0)::integer`),
        peak: cast(integer, sql`max(peak)`),
        cap: cast(nullable(integer), sql`max(cap) filter (where start = last_start)`),
      },
      (selected) => sql`with found as (
        select start / ${intervalSeconds} * ${intervalSeconds} as bucket, start, dimension, name, used, peak, cap
        from ${seatCount} where seconds = ${bucketSeconds} and start >= ${since} and start < ${until}
      ), ended as (
        select bucket, max(start) as last_start from found where dimension = 'all' group by bucket
      ), ranked as (
        select dimension, name, row_number() over (partition by dimension order by sum(used) desc, name) as rank
        from found group by dimension, name
      )
      select ${selected} from found join ended using (bucket) join ranked using (dimension, name)
      where rank <= ${top}
      group by bucket, dimension, name
      order by bucket, dimension, max(rank), name`,
    ),
);

/** Numbers of rejected requests by bucket and cause. */
export const selectRejectionCounts = fetchRows(spanTypes, ({ since, until, intervalSeconds }) =>
  rawQuery(
    {
      start: cast(float8, sql`(hour / ${intervalSeconds} * ${intervalSeconds})::double precision`),
      cause: rejection.cause,
      count: cast(float8, sql`sum(count)::double precision`),
    },
    (selected) => sql`select ${selected} from ${rejection} where hour >= ${since} and hour < ${until}
        group by 1, cause order by 1`,
  ),
);

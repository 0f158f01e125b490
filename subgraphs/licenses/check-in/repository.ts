import { and, gte, lt, sql } from 'drizzle-orm';
import {
  bigint,
  cast,
  execute,
  fetchRows,
  float8,
  integer,
  queryBuilder,
  text,
} from '../../../platform/database/statements/index.js';
import { createCounter } from '../../../platform/rate-windows.js';
import { storedState } from '../documents/index.js';
import { rejection } from '../tables.js';

/** Number of rows over which each count of rejections is distributed. */
export const slotCount = 8;

/**
 * Counts requests in their rate windows. The same statement reads the state of the stored documents, so a check-in
 * needs no other statement for it.
 */
export const countInWindows = createCounter(storedState);

export type CountedRequest = Awaited<ReturnType<typeof countInWindows>>[number];

/**
 * Counts a rejected request. `hour` is the start of its hour, in Unix epoch seconds. The first requests of an hour
 * share the row of slot 0, so one of them waits for the other, and the trigger that reports the first one sees only
 * one.
 */
export const addRejection = execute(
  { hour: bigint, endpoint: text, cause: text, slot: integer },
  ({ hour, endpoint, cause, slot }) => sql`insert into ${rejection} as stored (hour, endpoint, cause, slot, count)
    select ${hour}, ${endpoint}, ${cause}, case when exists (select from ${rejection} first
      where first.hour = ${hour} and first.endpoint = ${endpoint} and first.cause = ${cause} and first.slot = 0)
      then ${slot}::integer else 0 end, 1
    on conflict (hour, endpoint, cause, slot) do update set count = stored.count + 1`,
);

/**
 * Numbers of rejected requests by hour, endpoint and cause, for hours that start at or after `since` and before
 * `until`, in Unix epoch seconds.
 */
export const selectRejections = fetchRows({ since: float8, until: float8 }, ({ since, until }) => {
  const { hour, endpoint, cause, count } = rejection;
  return queryBuilder
    .select({ hour, endpoint, cause, count: cast(float8, sql`sum(${count})`) })
    .from(rejection)
    .where(and(gte(hour, since), lt(hour, until)))
    .groupBy(hour, endpoint, cause);
});

/** Deletes the rejection counts of hours before a time, in Unix epoch seconds. */
export const deleteRejectionsBefore = execute(
  { time: float8 },
  ({ time }) => sql`delete from ${rejection} where hour < ${time}`,
);

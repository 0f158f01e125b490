import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether a stored time has passed; also if it is more than twice the maximum pause later than `now`, because it was
 * recorded while the clock was wrong. Clocks of several servers may differ a little. All times are in the same unit.
 */
export function hasPassed(time: SQLWrapper, { now, maxPause }: { now: SQLWrapper; maxPause: number }): SQL {
  return sql`(${time} <= ${now} or ${time} > ${now} + ${sql.raw(String(2 * maxPause))})`;
}

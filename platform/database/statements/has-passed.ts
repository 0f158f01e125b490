import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether a stored time has passed; also if it is more than twice the maximum pause later than `now`, because it was
 * recorded while the clock was wrong. Clocks of several servers may differ a little. All times are in milliseconds.
 */
export function hasPassed(time: SQLWrapper, { now, maxPauseMs }: { now: SQLWrapper; maxPauseMs: number }): SQL {
  return sql`(${time} <= ${now} or ${time} > ${now} + ${sql.raw(String(2 * maxPauseMs))})`;
}

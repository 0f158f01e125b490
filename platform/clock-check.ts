import { sql } from 'drizzle-orm';
import { type Clock, systemClock } from './clock.js';
import type { Database, Executor } from './database/index.js';
import { cast, fetchOne, float8, rawQuery } from './database/statements/index.js';
import { dayMs, hourMs } from './durations.js';

/** A period, in Unix epoch seconds. */
interface Period {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the periods up to `now` (Unix epoch seconds) for which no process recorded that it was running, newest first.
 */
export type ReadUnrecordedPeriods = (executor: Executor, now: number) => Promise<readonly Period[]>;

export interface ClockCheckOptions {
  readonly database: Pick<Database, 'guard'>;
  readonly clock?: Clock | undefined;
  readonly readUnrecordedPeriods?: ReadUnrecordedPeriods | undefined;
}

/** Number of milliseconds by which the clock of a process may be ahead of the clock of the database. */
const maxAheadMs = hourMs;

/**
 * Length, in milliseconds, of an unrecorded period after which the time may be wrong, and of the records that then
 * confirm it.
 */
const confirmationMs = dayMs;

/**
 * Returns why the clock of this process may be ahead, as a sentence; undefined if nothing indicates it. Data that is
 * deleted because of a wrong clock is lost, while a deletion that is postponed is made up for.
 * @throws {DomainError} STORE_UNAVAILABLE
 */
export async function reasonToDistrustClock(options: ClockCheckOptions): Promise<string | undefined> {
  const { database, clock = systemClock, readUnrecordedPeriods = async () => [] } = options;
  const now = clock.now();
  const { databaseNow, unrecorded } = await database.guard(async (executor) => ({
    databaseNow: (await selectDatabaseTime(executor)).now,
    unrecorded: await readUnrecordedPeriods(executor, now / 1000),
  }));
  return reasonToDistrust(now, { databaseNow, unrecorded });
}

/** The rule of {@link reasonToDistrustClock}. `now` and `databaseNow` are Unix epoch milliseconds. */
export function reasonToDistrust(
  now: number,
  { databaseNow, unrecorded }: { databaseNow: number; unrecorded: readonly Period[] },
): string | undefined {
  if (now - databaseNow > maxAheadMs) {
    const minutes = Math.round((now - databaseNow) / 60_000);
    return `the clock of this process is ${minutes} minutes ahead of the clock of the database; synchronize the clocks`;
  }
  const jump = unrecorded.find(
    ({ start, end }) => (end - start) * 1000 > confirmationMs && now - end * 1000 < confirmationMs,
  );
  if (jump === undefined) return undefined;
  const [start, end] = [jump.start, jump.end].map((seconds) => new Date(seconds * 1000).toISOString());
  return `no process with the licenses domain recorded that it was running from ${start} to ${end}: either none was running, or the clock is ahead; the time counts as confirmed after such processes have run for a day`;
}

const selectDatabaseTime = fetchOne({}, () =>
  rawQuery(
    { now: cast(float8, sql`(extract(epoch from clock_timestamp()) * 1000)::float8`) },
    (columns) => sql`select ${columns}`,
  ),
);

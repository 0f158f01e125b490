import type { Clock } from '../../../platform/clock.js';
import { type Database, type Executor, SharedRun } from '../../../platform/database/index.js';
import type { JobDefinition } from '../../../platform/jobs.js';
import { recordUptime, selectPeriods } from './repository.js';
import { maxGapSeconds, type Outage, outagesBetween } from './rules.js';

/** When servers ran: silence of controllers during an outage of the service says nothing about them. */
export interface Uptime {
  /**
   * Reads the outages if there can be one that this process does not know. Returns a promise only then.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  refresh(): Promise<void> | undefined;
  /** The outages until now, newest first, as of the last refresh. */
  outages(): readonly Outage[];
}

interface UptimeDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

type Periods = Awaited<ReturnType<typeof selectPeriods>>;

export function openUptime({ database, clock }: UptimeDependencies): Uptime {
  let known = knownOutages([]);
  const reads = new SharedRun(async () => {
    known = knownOutages(await database.urgent.guard((sql) => selectPeriods(sql, {})));
  });
  return {
    refresh: () => (known.isCompleteAt(clock.now() / 1000) ? undefined : reads.run()),
    outages: () => known.until(clock.now() / 1000),
  };
}

/** The outages until a time, in Unix epoch seconds, newest first. */
export async function readOutages(sql: Executor, now: number): Promise<readonly Outage[]> {
  return knownOutages(await selectPeriods(sql, {})).until(now);
}

function knownOutages(periods: Periods) {
  const between = outagesBetween(periods);
  const last = periods[0]?.endedAt;
  // Any later outage begins after the last period, and is longer than the gap.
  const isCompleteAt = (now: number) => last !== undefined && now <= last + maxGapSeconds;
  return {
    isCompleteAt,
    until: (now: number): readonly Outage[] =>
      last === undefined || isCompleteAt(now) ? between : [{ start: last, end: now }, ...between],
  };
}

/** The job that records that a server runs, each minute. */
export function recordUptimeJob({ database, clock }: UptimeDependencies): JobDefinition {
  return {
    name: 'licenses.record-uptime',
    cron: '* * * * *',
    run: () => database.guard((sql) => recordUptime(sql, { at: clock.now() / 1000 })),
  };
}

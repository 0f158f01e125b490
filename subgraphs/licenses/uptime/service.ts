import type { Clock } from '../../../platform/clock.js';
import { type Database, type Executor, SharedRun } from '../../../platform/database/index.js';
import type { Logger } from '../../../platform/log.js';
import { recordUptime, selectPeriods } from './repository.js';
import { maxGapSeconds, type Outage, outagesBetween } from './rules.js';

/**
 * The uptime of the service, represented by its outages. An outage does not count toward the silence of controllers,
 * because they cannot check in during it.
 */
export interface Uptime {
  /**
   * Reads the outages if there may be one that this process has not read yet. Returns a promise only if it reads.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  refresh(): Promise<void> | undefined;
  /** The outages up to now as of the last refresh, newest first. */
  outages(): readonly Outage[];
}

interface UptimeDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

type Periods = Awaited<ReturnType<typeof selectPeriods>>;

export function openUptime({ database, clock }: UptimeDependencies): Uptime {
  let history = outageHistory([], clock.now() / 1000);
  const reads = new SharedRun(async () => {
    const now = clock.now() / 1000;
    history = outageHistory(await database.urgent.guard((sql) => selectPeriods(sql, { now })), now);
  });
  return {
    refresh: () => (history.isCompleteAt(clock.now() / 1000) ? undefined : reads.run()),
    outages: () => history.outagesUntil(clock.now() / 1000),
  };
}

/** Reads the outages up to `now`, in Unix epoch seconds, newest first. */
export async function readOutages(sql: Executor, now: number): Promise<readonly Outage[]> {
  return outageHistory(await selectPeriods(sql, { now }), now).outagesUntil(now);
}

/**
 * The outages between periods, and after the last period.
 * @param readAt time up to which the periods were read; after a correction of the clock, it may be in the future
 */
function outageHistory(periods: Periods, readAt: number) {
  const between = outagesBetween(periods);
  const last = periods[0]?.endedAt;
  // Any later outage begins after the last period, and is longer than the gap.
  const isRunningAt = (now: number) => last !== undefined && now <= last + maxGapSeconds;
  return {
    isCompleteAt: (now: number) => now >= readAt && isRunningAt(now),
    outagesUntil: (now: number): readonly Outage[] =>
      last === undefined || isRunningAt(now) ? between : [{ start: last, end: now }, ...between],
  };
}

const recordIntervalMs = 60_000;

/** Periodically records that this process is running. */
export interface UptimeRecorder {
  /**
   * Records that the process is running now.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  record(): Promise<void>;
  /** Records the uptime now and each minute. Returns a function that stops recording. */
  start(): () => void;
}

/**
 * Creates the uptime recorder of a process. It is not a job, because jobs wait for other jobs. It uses urgent
 * statements, because late records would count as an outage.
 */
export function createUptimeRecorder(dependencies: UptimeDependencies & { readonly log: Logger }): UptimeRecorder {
  const { database, clock, log } = dependencies;
  let isReported = false;
  async function record(): Promise<void> {
    const at = clock.now() / 1000;
    const hasLater = await database.urgent.guard((sql) => recordUptime(sql, { at }));
    if (hasLater && !isReported) {
      log.warn(
        'another server recorded its uptime in the future: its clock was ahead, or the clock of this server is behind; synchronize the clocks of the servers',
      );
    }
    isReported = hasLater;
  }
  return {
    record,
    start() {
      const run = () =>
        void record().catch((error: unknown) =>
          log.warn({ err: error }, 'the uptime of this server was not recorded; retrying in a minute'),
        );
      const timer = setInterval(run, recordIntervalMs).unref();
      run();
      return () => clearInterval(timer);
    },
  };
}

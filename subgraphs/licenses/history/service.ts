import { daySeconds } from '../../../platform/durations.js';
import { assertBetween } from '../../../platform/input-limits.js';
import type { JobDefinition } from '../../../platform/jobs.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { LicenseDependencies, LicenseRequest } from '../dependencies.js';
import type { FileDependencies } from '../files/index.js';
import { leaseCutoff, selectSeatsUsed } from '../registry/index.js';
import { RejectionCause, SeatDimension } from '../vocabulary.js';
import {
  addSample,
  deleteSeatCountsBefore,
  lockSeatCounts,
  maxNames,
  pruneSample,
  selectRejectionCounts,
  selectSeatCounts,
} from './repository.js';
import { dayRetentionSeconds, historySpan, hourRetentionSeconds, hourSeconds } from './rules.js';

/** Adds a sample of the occupied seats to the counts of the current hour and day. */
async function countSeats(dependencies: FileDependencies): Promise<void> {
  const { database, clock, files } = dependencies;
  await files.documents.refresh();
  const { license } = await files.license.current();
  const at = clock.now() / 1000;
  const cutoff = await leaseCutoff(dependencies);
  await database.transaction(async (sql) => {
    await lockSeatCounts(sql);
    const { used } = await selectSeatsUsed(sql, { cutoff });
    await addSample(sql, { at, cutoff, used, cap: license?.cap ?? null });
    await pruneSample(sql, { at });
  });
}

/** The job that samples the occupied seats every five minutes. */
export function countSeatsJob(dependencies: FileDependencies): JobDefinition {
  return { name: 'licenses.count-seats', cron: '*/5 * * * *', run: () => countSeats(dependencies) };
}

/** The job that deletes old seat counts. */
export function sweepSeatCountsJob({ database, clock }: LicenseDependencies): JobDefinition {
  return {
    name: 'licenses.sweep-seat-counts',
    cron: '47 3 * * *',
    deletesHistory: true,
    async run() {
      const now = clock.now() / 1000;
      await database.guard((sql) =>
        deleteSeatCountsBefore(sql, { seconds: hourSeconds, time: now - hourRetentionSeconds }),
      );
      await database.guard((sql) =>
        deleteSeatCountsBefore(sql, { seconds: daySeconds, time: now - dayRetentionSeconds }),
      );
    },
  };
}

/**
 * Seats and rejected requests over time; by default, of the last 7 days.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a period or interval that {@link historySpan}
 * rejects, or a number of names outside of 1–50
 */
export async function licenseHistory(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  input: {
    since: Date | null | undefined;
    until: Date | null | undefined;
    intervalSeconds: number | null | undefined;
    top: number;
  },
) {
  authorize(request.caller, 'licenses.read');
  assertBetween({ name: 'top', value: input.top, min: 1, max: maxNames });
  const secondsOf = (time: Date | null | undefined) => (time ? time.getTime() / 1000 : undefined);
  const span = historySpan({
    now: dependencies.clock.now() / 1000,
    since: secondsOf(input.since),
    until: secondsOf(input.until),
    intervalSeconds: input.intervalSeconds ?? undefined,
  });
  const [seats, rejections] = await dependencies.database.read(request, (sql) =>
    Promise.all([selectSeatCounts(sql, { ...span, top: input.top }), selectRejectionCounts(sql, span)]),
  );
  const starts = [...new Set([...seats, ...rejections].map(({ start }) => start))].toSorted((a, b) => a - b);
  const seatsByStart = Map.groupBy(seats, ({ start }) => start);
  const rejectionsByStart = Map.groupBy(rejections, ({ start }) => start);
  return {
    since: new Date(span.since * 1000),
    until: new Date(Math.round(span.until * 1000)),
    intervalSeconds: span.intervalSeconds,
    buckets: starts.map((start) => bucketOf(start, seatsByStart.get(start) ?? [], rejectionsByStart.get(start) ?? [])),
  };
}

type SeatRow = Awaited<ReturnType<typeof selectSeatCounts>>[number];
type RejectionRow = Awaited<ReturnType<typeof selectRejectionCounts>>[number];

/** The seats and rejected requests of one bucket. The numbers of seats are null if the bucket has no sample. */
function bucketOf(start: number, seats: readonly SeatRow[], rejections: readonly RejectionRow[]) {
  const all = seats.find(({ dimension }) => dimension === SeatDimension.ALL);
  const rowsOf = (name: SeatDimension) => seats.filter(({ dimension }) => dimension === name);
  const order = Object.values(RejectionCause);
  return {
    start: new Date(start * 1000),
    ...{ seatsUsed: all?.used ?? null, seatsPeak: all?.peak ?? null, cap: all?.cap ?? null },
    departments: rowsOf(SeatDimension.DEPARTMENT).map(({ name, used }) => ({
      ...{ department: name === '' ? null : name, seatsUsed: used },
    })),
    versions: rowsOf(SeatDimension.VERSION).map(({ name, used }) => ({ version: name, seatsUsed: used })),
    rejections: rejections
      .map(({ cause, count }) => ({ cause, count }))
      .toSorted((a, b) => order.indexOf(a.cause) - order.indexOf(b.cause)),
  };
}

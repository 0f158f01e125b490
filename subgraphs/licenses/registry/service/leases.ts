import type { TransactionSql } from 'postgres';
import { recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { daySeconds } from '../../../../platform/durations.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import type { LicenseDependencies } from '../../dependencies.js';
import { type Outage, uptimeAfter, uptimeBefore } from '../../uptime/index.js';
import { freeExpiredSeats, lockController } from '../repository/leases.js';
import { lockSeats } from '../repository/seats.js';

/** Maximum number of seats that one transaction frees, because registrations and releases wait for it. */
const seatsPerBatch = 500;

/**
 * Controllers whose last check-in was not after this time, in Unix epoch seconds, have lost their seats; negative
 * infinity if seats do not expire. Outages of the service do not count, because no controller could check in.
 * @throws {DomainError} STORE_UNAVAILABLE
 */
export async function seatExpiry({ settings, clock, uptime }: LicenseDependencies): Promise<number> {
  if (settings.leaseDays === 0) return Number.NEGATIVE_INFINITY;
  await uptime.refresh();
  return leaseStart(clock.now() / 1000, { leaseDays: settings.leaseDays, outages: uptime.outages() });
}

/** Start of a lease that ends now, in Unix epoch seconds; negative infinity if seats do not expire. */
export function leaseStart(now: number, lease: { leaseDays: number; outages: readonly Outage[] }): number {
  if (lease.leaseDays === 0) return Number.NEGATIVE_INFINITY;
  return uptimeBefore(now, { seconds: lease.leaseDays * daySeconds, outages: lease.outages });
}

/**
 * Time at which a controller loses its seat unless it checks in again; null if seats do not expire. The caller has
 * refreshed the outages.
 */
export function leaseEnd(lastContact: Date, { settings: { leaseDays }, uptime }: LicenseDependencies): Date | null {
  if (leaseDays === 0) return null;
  const lease = { seconds: leaseDays * daySeconds, outages: uptime.outages() };
  return new Date(uptimeAfter(lastContact.getTime() / 1000, lease) * 1000);
}

/**
 * Frees at most `limit` seats of controllers that are past their lease, first that of the controller `guid`. The caller
 * holds the lock of the seats.
 * @returns the number of freed seats
 */
export async function freeSeats(
  sql: TransactionSql,
  { settings }: Pick<LicenseDependencies, 'settings'>,
  seats: { expiry: number; limit: number; guid: string | null },
): Promise<number> {
  if (settings.leaseDays === 0) return 0;
  // Waits for check-ins of the controller. Afterwards, the transaction waits for no other row, so it cannot
  // deadlock with check-ins, which wait for the rows that it removes.
  if (seats.guid !== null) await lockController(sql, { guid: seats.guid });
  const freed = await freeExpiredSeats(sql, seats);
  if (freed.length > 0) {
    await recordAudit(sql, systemRequest, {
      action: 'free.seats',
      object: freed.map(({ guid }) => `controller:${guid}` as const),
      before: { leaseDays: settings.leaseDays, controllers: freed },
    });
  }
  return freed.length;
}

/** Frees all seats of controllers that are past their lease, in transactions of at most {@link seatsPerBatch}. */
async function freeAllSeats(dependencies: LicenseDependencies, signal?: AbortSignal): Promise<number> {
  let total = 0;
  if (dependencies.settings.leaseDays === 0) return total;
  for (let last = seatsPerBatch; last === seatsPerBatch && signal?.aborted !== true; total += last) {
    const expiry = await seatExpiry(dependencies);
    last = await dependencies.database.transaction(async (sql) => {
      await lockSeats(sql);
      return await freeSeats(sql, dependencies, { expiry, limit: seatsPerBatch, guid: null });
    });
  }
  return total;
}

/** The job that frees seats of controllers that are past their lease, each minute. */
export function freeSeatsJob(dependencies: LicenseDependencies): JobDefinition {
  return {
    name: 'licenses.free-seats',
    cron: '* * * * *',
    async run(_payload, signal) {
      const freed = await freeAllSeats(dependencies, signal);
      if (freed > 0) dependencies.log.info({ freed }, 'seats of silent controllers were freed');
    },
  };
}

import type { TransactionSql } from 'postgres';
import { groupsForEntries, recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { daySeconds } from '../../../../platform/durations.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import type { LicenseDependencies } from '../../dependencies.js';
import { endOfUptime, type Outage, startOfUptime } from '../../uptime/index.js';
import { freeExpiredSeats, lockController } from '../repository/leases.js';
import { lockSeats } from '../repository/seats.js';

/** Maximum number of seats that one transaction frees. Registrations and releases wait for this transaction. */
const seatsPerBatch = 500;

/**
 * The cutoff of leases in Unix epoch seconds: controllers whose last check-in was at or before it have lost their
 * seats. Negative infinity if seats do not expire. Outages of the service do not count, because controllers cannot
 * check in during an outage.
 * @throws {DomainError} STORE_UNAVAILABLE
 */
export async function leaseCutoff({ settings, clock, uptime }: LicenseDependencies): Promise<number> {
  if (settings.leaseDays === 0) return Number.NEGATIVE_INFINITY;
  await uptime.refresh();
  return leaseStart(clock.now() / 1000, { leaseDays: settings.leaseDays, outages: uptime.outages() });
}

/** Start of a lease that ends at `now`, in Unix epoch seconds; negative infinity if seats do not expire. */
export function leaseStart(now: number, lease: { leaseDays: number; outages: readonly Outage[] }): number {
  if (lease.leaseDays === 0) return Number.NEGATIVE_INFINITY;
  return startOfUptime(now, { seconds: lease.leaseDays * daySeconds, outages: lease.outages });
}

/**
 * Time at which a controller loses its seat unless it checks in again; null if seats do not expire. The caller must
 * have called `uptime.refresh`.
 */
export function leaseEnd(lastContact: Date, { settings: { leaseDays }, uptime }: LicenseDependencies): Date | null {
  if (leaseDays === 0) return null;
  const lease = { seconds: leaseDays * daySeconds, outages: uptime.outages() };
  return new Date(endOfUptime(lastContact.getTime() / 1000, lease) * 1000);
}

/**
 * Frees at most `limit` seats of controllers whose lease has expired, first the seat of the controller `guid`. The
 * caller must hold the lock of the seats.
 * @returns the number of freed seats
 */
export async function freeSeats(
  sql: TransactionSql,
  { settings }: Pick<LicenseDependencies, 'settings'>,
  seats: { cutoff: number; limit: number; guid: string | null },
): Promise<number> {
  if (settings.leaseDays === 0) return 0;
  // Waits for check-ins of the controller. Afterwards, the transaction waits for no other row, so it cannot
  // deadlock with check-ins, which wait for the rows that it removes.
  if (seats.guid !== null) await lockController(sql, { guid: seats.guid });
  const freed = await freeExpiredSeats(sql, seats);
  for (const controllers of groupsForEntries(freed)) {
    await recordAudit(sql, systemRequest, {
      action: 'free.seats',
      object: controllers.map(({ guid }) => `controller:${guid}` as const),
      before: { leaseDays: settings.leaseDays, controllers },
    });
  }
  return freed.length;
}

/** Frees all seats of controllers whose lease has expired, in transactions of at most {@link seatsPerBatch}. */
async function freeAllSeats(dependencies: LicenseDependencies, signal?: AbortSignal): Promise<number> {
  let total = 0;
  if (dependencies.settings.leaseDays === 0) return total;
  for (let freed = seatsPerBatch; freed === seatsPerBatch && signal?.aborted !== true; total += freed) {
    const cutoff = await leaseCutoff(dependencies);
    freed = await dependencies.database.transaction(async (sql) => {
      await lockSeats(sql);
      return await freeSeats(sql, dependencies, { cutoff, limit: seatsPerBatch, guid: null });
    });
  }
  return total;
}

/** The job that frees the seats of controllers whose lease has expired, each minute. */
export function freeSeatsJob(dependencies: LicenseDependencies): JobDefinition {
  return {
    name: 'licenses.free-seats',
    cron: '* * * * *',
    async run(_payload, signal) {
      const freed = await freeAllSeats(dependencies, signal);
      if (freed > 0) dependencies.log.info({ freed }, 'seats of controllers with expired leases were freed');
    },
  };
}

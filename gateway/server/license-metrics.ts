import { Gauge, type Metric } from 'prom-client';

/** Seats and warnings of the license, of all processes. */
interface LicenseTotals {
  readonly seatsUsed: number;
  /** By kind. */
  readonly warnings: Readonly<Record<string, number>>;
}

/** Metrics of the license, from one read of the database for each response. Every process reports the same. */
export function licenseMetrics(read: () => Promise<LicenseTotals>): Metric[] {
  let reading: Promise<LicenseTotals | undefined> | undefined;

  /** Undefined while the database is unavailable, which other metrics report. */
  function totals(): Promise<LicenseTotals | undefined> {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }
  const seats = new Gauge({
    name: 'rampart_license_seats_used',
    help: 'Occupied seats of the license.',
    aggregator: 'max',
    registers: [],
    async collect() {
      this.set((await totals())?.seatsUsed ?? Number.NaN);
    },
  });
  const warnings = new Gauge({
    name: 'rampart_license_warnings',
    help: 'Active warnings, by kind: license_expiring, seats_low, controller_silent, version_outdated.',
    labelNames: ['kind'],
    aggregator: 'max',
    registers: [],
    async collect() {
      const found = await totals();
      this.reset();
      for (const [kind, count] of Object.entries(found?.warnings ?? {})) this.set({ kind }, count);
    },
  });
  return [seats, warnings];
}

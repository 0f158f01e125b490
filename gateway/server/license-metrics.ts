import type { Metric } from 'prom-client';
import { sharedGauges } from './shared-gauges.js';

/** Counts of seats and warnings of the license, over all processes. */
interface LicenseTotals {
  readonly seatsUsed: number;
  /** Number of warnings by kind. */
  readonly warnings: Readonly<Record<string, number>>;
}

/** Gauges of occupied seats and of active warnings about the license. */
export function licenseMetrics(read: () => Promise<LicenseTotals>): Metric[] {
  return sharedGauges(read, [
    {
      name: 'rampart_license_seats_used',
      help: 'Number of used seats of the license.',
      value: ({ seatsUsed }) => seatsUsed,
    },
    {
      name: 'rampart_license_warnings',
      help: 'Number of active license warnings, by kind: license_expiring, grace_ending, seats_low, controller_silent, version_outdated.',
      value: ['kind', ({ warnings }) => Object.entries(warnings)],
    },
  ]);
}

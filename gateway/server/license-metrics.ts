import type { Metric } from 'prom-client';
import { sharedGauges } from './shared-gauges.js';

/** Numbers of license seats and license warnings, over all processes. */
interface LicenseTotals {
  readonly seatsUsed: number;
  /** Number of active warnings by kind. */
  readonly warnings: Readonly<Record<string, number>>;
}

/** Gauges of occupied license seats, and of active license warnings. */
export function licenseMetrics(read: () => Promise<LicenseTotals>): Metric[] {
  return sharedGauges(read, [
    {
      name: 'rampart_license_seats_used',
      help: 'Number of occupied seats of the license.',
      value: ({ seatsUsed }) => seatsUsed,
    },
    {
      name: 'rampart_license_warnings',
      help: 'Number of active license warnings, by kind: license_expiring, grace_ending, seats_low, controller_silent, version_outdated.',
      value: ['kind', ({ warnings }) => Object.entries(warnings)],
    },
  ]);
}

import type { Metric } from 'prom-client';
import { countsByState, sharedGauges } from './shared-gauges.js';

/** Synchronization state of a zone that is pulled from a source. */
export interface ZoneSourceState {
  readonly zone: string;
  readonly state: string;
  /** Time at which the zone was last known to be up to date; null if it never was. */
  readonly currentAt: Date | null;
}

const states = ['pending', 'current', 'failing', 'stale'] as const;

/** Gauges of the states of zones with a source, and of the times at which each zone was last up to date. */
export function zoneSourceMetrics(read: () => Promise<readonly ZoneSourceState[]>): Metric[] {
  return sharedGauges(read, [
    {
      name: 'rampart_zone_sources',
      help: 'Number of zones with a source, by state: pending (never known to be current, not stale yet, and the last pull, if any, did not fail); current; failing (the last pull failed, and the zone is not stale yet); stale (not known to be current for too long).',
      value: ['state', (sources) => countsByState(sources, states)],
    },
    {
      name: 'rampart_zone_source_current_timestamp_seconds',
      help: 'Time at which a zone with a source was last known to be current, in Unix epoch seconds.',
      value: [
        'zone',
        (sources) =>
          sources.flatMap(({ zone, currentAt }) => (currentAt === null ? [] : [[zone, currentAt.getTime() / 1000]])),
      ],
    },
  ]);
}

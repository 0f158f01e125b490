import { Counter, type Metric } from 'prom-client';
import { countsByState, sharedGauges } from './shared-gauges.js';

/** Synchronization state of a followed document site. */
export interface DriveSiteState {
  /** Hostname and path of the site. */
  readonly site: string;
  readonly state: 'connected' | 'paused' | 'failing' | 'disconnected';
  /** Number of consecutive failed synchronizations. */
  readonly failures: number;
  /** Time of the last successful synchronization in Unix epoch seconds; null before the first one. */
  readonly lastSyncAt: number | null;
}

const states = ['connected', 'paused', 'failing', 'disconnected'] as const;
/** Maximum number of sites of an instance; bounds the number of label values. */
const maxSites = 100;

/** Gauges of the state, the consecutive failures and the last synchronization of each followed document site. */
export function driveSiteMetrics(read: () => Promise<readonly DriveSiteState[]>): Metric[] {
  return sharedGauges(
    async () => (await read()).slice(0, maxSites),
    [
      {
        name: 'rampart_drive_sites',
        help: 'Number of followed document sites, by state: connected, paused, failing, disconnected.',
        value: ['state', (sites) => countsByState(sites, states)],
      },
      {
        name: 'rampart_drive_site_failures',
        help: 'Number of consecutive failed attempts to connect or synchronize a followed document site; 0 after a success.',
        value: ['site', (sites) => sites.map(({ site, failures }) => [site, failures])],
      },
      {
        name: 'rampart_drive_site_synced_timestamp_seconds',
        help: 'Time at which the last successful sync of a followed document site ended, in Unix epoch seconds; no series before the first one.',
        value: [
          'site',
          (sites) => sites.flatMap(({ site, lastSyncAt }) => (lastSyncAt === null ? [] : [[site, lastSyncAt]])),
        ],
      },
    ],
  );
}

/** Gauge of the number of mass changes in document sites, by state. */
export function massChangeMetrics(read: () => Promise<readonly (readonly [state: string, count: number])[]>): Metric[] {
  return sharedGauges(read, [
    {
      name: 'rampart_drive_mass_changes',
      help: 'Number of mass changes in document sites, by state: open, confirmed, dismissed, resolved.',
      value: ['state', (counts) => counts],
    },
  ]);
}

/**
 * Counters of this process's requests to the bucket that stores file contents; without series before the first request.
 */
export function bucketMetrics(counts: Readonly<Record<'requests' | 'retries' | 'failures', number>>): Metric[] {
  return [
    new Counter({
      name: 'rampart_drive_bucket_requests_total',
      help: 'Number of requests to the bucket of stored contents, by outcome: sent (all attempts, including retries); repeated (retries after a failure); failed (no success after the last attempt, or Retry-After is too long). The outcomes overlap, so their sum has no meaning.',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset();
        if (counts.requests === 0) return;
        this.inc({ outcome: 'sent' }, counts.requests);
        this.inc({ outcome: 'repeated' }, counts.retries);
        this.inc({ outcome: 'failed' }, counts.failures);
      },
    }),
  ];
}

import type { Metric } from 'prom-client';
import { sharedGauges } from './shared-gauges.js';

/** Numbers of watched domains, running bulk lookups, names that wait for a lookup, and paused registry servers. */
export interface RdapBacklogState {
  readonly watches: number;
  readonly failingWatches: number;
  readonly runningBulkLookups: number;
  readonly waitingNames: number;
  readonly pausedServers: readonly unknown[];
}

/** Gauges of watched domains, of bulk lookups, and of registry servers that are currently not queried. */
export function rdapMetrics(read: () => Promise<RdapBacklogState>): Metric[] {
  return sharedGauges(read, [
    {
      name: 'rampart_rdap_watches',
      help: 'Number of watched domains, by state: failing (the last lookup failed); current (all others).',
      value: [
        'state',
        ({ watches, failingWatches }) => [
          ['current', watches - failingWatches],
          ['failing', failingWatches],
        ],
      ],
    },
    {
      name: 'rampart_rdap_bulk_lookups',
      help: 'Number of running bulk RDAP lookups.',
      value: ({ runningBulkLookups }) => runningBulkLookups,
    },
    {
      name: 'rampart_rdap_bulk_names_waiting',
      help: 'Number of domain names that running bulk RDAP lookups have not looked up yet.',
      value: ({ waitingNames }) => waitingNames,
    },
    {
      name: 'rampart_rdap_servers_paused',
      help: 'Number of RDAP servers that are currently not queried, because of failures or a Retry-After header.',
      value: ({ pausedServers }) => pausedServers.length,
    },
  ]);
}

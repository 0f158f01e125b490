import type { Metric } from 'prom-client';
import { sharedGauges } from './shared-gauges.js';

/** Numbers of watched domains, running bulk lookups, names that wait for a lookup, and paused servers of registries. */
export interface RdapBacklogState {
  readonly watches: number;
  readonly failingWatches: number;
  readonly runningJobs: number;
  readonly waitingNames: number;
  readonly pausedServers: readonly unknown[];
}

/** Gauges of watched domains, of bulk lookups, and of the servers of registries that are not queried. */
export function rdapMetrics(read: () => Promise<RdapBacklogState>): Metric[] {
  return sharedGauges(read, [
    {
      name: 'rampart_rdap_watches',
      help: 'Watched domains, by the result of the last lookup: current, failing.',
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
      help: 'Running bulk RDAP lookups.',
      value: ({ runningJobs }) => runningJobs,
    },
    {
      name: 'rampart_rdap_bulk_names_waiting',
      help: 'Names in running bulk RDAP lookups that have not been looked up yet.',
      value: ({ waitingNames }) => waitingNames,
    },
    {
      name: 'rampart_rdap_servers_paused',
      help: "Registries' RDAP servers that are not queried because they failed or requested a pause.",
      value: ({ pausedServers }) => pausedServers.length,
    },
  ]);
}

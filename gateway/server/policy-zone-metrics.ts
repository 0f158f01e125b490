import type { Metric } from 'prom-client';
import { countsByState, sharedGauges } from './shared-gauges.js';

/** State of a response policy zone and its clients. */
export interface PolicyZoneState {
  readonly name: string;
  /** Serial number of the zone; null while another process serves the zone for another tenant. */
  readonly serial: number | null;
  readonly clients: readonly {
    readonly state: string;
    readonly fullTransfers: number;
    readonly incrementalTransfers: number;
  }[];
  readonly rejectedQueries: number;
}

const states = ['current', 'outdated', 'silent'] as const;

/** Gauges of the serials, clients, transfers and rejected queries of the response policy zones. */
export function policyZoneMetrics(read: () => Promise<readonly PolicyZoneState[]>): Metric[] {
  return sharedGauges(read, [
    {
      name: 'rampart_policy_zone_serial',
      help: 'Current serial number of a response policy zone.',
      value: ['zone', (zones) => zones.flatMap(({ name, serial }) => (serial === null ? [] : [[name, serial]]))],
    },
    {
      name: 'rampart_policy_zone_clients',
      help: 'Number of clients of response policy zones, by state: current; outdated (an older serial for more than 10 minutes); silent (no requests for 15 minutes).',
      value: ['state', (zones) => (zones.length === 0 ? [] : countsByState(clientsOf(zones), states))],
    },
    {
      name: 'rampart_policy_zone_transfers',
      help: 'Number of transfers of a response policy zone, summed over its stored clients.',
      value: ['zone', (zones) => zones.map((zone) => [zone.name, transfersOf(zone)])],
    },
    {
      name: 'rampart_policy_zone_rejected_queries',
      help: 'Number of rejected queries for a response policy zone, such as those with a wrong key; reset after [dns] change_days days without one.',
      value: ['zone', (zones) => zones.map(({ name, rejectedQueries }) => [name, rejectedQueries])],
    },
  ]);
}

function clientsOf(zones: readonly PolicyZoneState[]): PolicyZoneState['clients'] {
  return zones.flatMap(({ clients }) => clients);
}

function transfersOf({ clients }: PolicyZoneState): number {
  return clients.reduce(
    (sum, { fullTransfers, incrementalTransfers }) => sum + fullTransfers + incrementalTransfers,
    0,
  );
}

import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import type { PolicyZoneRecord } from '../../subgraphs/zones/service.js';
import { CommandFailure } from '../failure.js';
import { type Column, printJson, printRows } from '../output.js';
import { withZones } from './with-zones.js';

/** Adds `rampart zones policy-zones`: the response policy zones and their clients. */
export function addPolicyZonesCommand(zones: Command): void {
  zones
    .command('policy-zones')
    .description('List the response policy zones ([dns] policy_zones) with their clients.')
    .argument('[zones...]', 'names of policy zones; default: all policy zones')
    .option('--clients', 'print a line for each client and each notified server instead of each policy zone')
    .option('--json', 'print JSON, including the clients and the notified servers')
    .action(listZones);
}

async function listZones(input: string[], options: { clients?: boolean; json?: boolean }): Promise<void> {
  const names = input.map((name) => name.toLowerCase().replace(/\.$/, ''));
  const all = await withZones((service) => service.listPolicyZones(localRequest), { access: 'read' });
  const unknown = names.find((name) => all.every((zone) => zone.name !== name));
  if (unknown !== undefined) throw new CommandFailure(`${unknown} is not a policy zone; see [dns] policy_zones`);
  const zones = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
  if (options.json === true) printJson(zones);
  else if (options.clients === true) printRows({ rows: zones.flatMap(peersOf), columns: peerColumns });
  else printRows({ rows: zones, columns: zoneColumns });
}

const zoneColumns: readonly Column<PolicyZoneRecord>[] = [
  { title: 'ZONE', value: ({ name }) => name },
  { title: 'TENANT', value: ({ tenantId }) => tenantId },
  { title: 'KEY', value: ({ key }) => key },
  { title: 'SERIAL', value: ({ serial }) => serial },
  { title: 'CHANGED', value: ({ changedAt }) => changedAt?.toISOString() },
  { title: 'CLIENTS', value: ({ clients }) => clients.length },
  { title: 'NOT CURRENT', value: ({ clients }) => clients.filter(({ state }) => state !== 'current').length },
  { title: 'REJECTED', value: ({ rejectedQueries }) => rejectedQueries },
  { title: 'LAST REJECTION', value: ({ lastRejection }) => lastRejection },
];

/** A client that transfers a response policy zone, or a server that is notified of changes. */
interface Peer {
  readonly zone: string;
  readonly peer: string;
  readonly state: string;
  readonly serial: number | null;
  readonly at: Date | null;
  readonly transfers: string | null;
  readonly error: string | null;
}

function peersOf({ name: zone, clients, secondaries }: PolicyZoneRecord): Peer[] {
  return [
    ...clients.map(({ address, state, serial, requestedAt, fullTransfers, incrementalTransfers }) => ({
      ...{ zone, peer: address, state, serial, at: requestedAt, error: null },
      transfers: `${fullTransfers} full, ${incrementalTransfers} incremental`,
    })),
    ...secondaries.map(({ address, port, state, confirmedSerial, notifiedAt, error, hasTransferred }) => ({
      ...{ zone, peer: `${address} port ${port}`, state: `NOTIFY ${state}`, serial: confirmedSerial, at: notifiedAt },
      ...{ transfers: hasTransferred ? null : 'never', error },
    })),
  ];
}

const peerColumns: readonly Column<Peer>[] = [
  { title: 'ZONE', value: ({ zone }) => zone },
  { title: 'CLIENT', value: ({ peer }) => peer },
  { title: 'STATE', value: ({ state }) => state },
  { title: 'SERIAL', value: ({ serial }) => serial },
  { title: 'AT', value: ({ at }) => at?.toISOString() },
  { title: 'TRANSFERS', value: ({ transfers }) => transfers },
  { title: 'ERROR', value: ({ error }) => error },
];

import type { PolicyZoneListQuery } from '../generated/operations.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { formatEnum, formatNumber } from '../shared/format.js';

export type PolicyZone = NonNullable<PolicyZoneListQuery['policyZones']>[number];

/** The clients that have transferred a policy zone, and the servers that are notified of its changes. */
export function PolicyZoneClients({ zone: { clients, secondaries } }: { readonly zone: PolicyZone }) {
  return (
    <>
      <h3>Clients</h3>
      <DataTable
        columns={clientColumns}
        rows={clients}
        keyOf={({ address }) => address}
        none="No resolver has transferred the zone yet."
      />
      {secondaries.length > 0 && (
        <>
          <h3>Notified servers</h3>
          <DataTable columns={secondaryColumns} rows={secondaries} keyOf={addressOf} />
        </>
      )}
    </>
  );
}

const clientColumns: readonly Column<PolicyZone['clients'][number]>[] = [
  { title: 'Address', className: 'cell-breaks', cell: ({ address }) => address },
  { title: 'State', cell: ({ state }) => formatEnum(state) },
  { title: 'Serial', className: 'table-number', cell: ({ serial }) => serial },
  timeColumn('Last transfer', ({ transferredAt }) => transferredAt),
  timeColumn('Last request', ({ requestedAt }) => requestedAt),
  {
    title: 'Transfers',
    cell: ({ fullTransfers, incrementalTransfers }) =>
      `${formatNumber(fullTransfers)} full, ${formatNumber(incrementalTransfers)} incremental`,
  },
];

type Secondary = PolicyZone['secondaries'][number];

function addressOf({ address, port }: Secondary): string {
  return `${address} port ${port}`;
}

const secondaryColumns: readonly Column<Secondary>[] = [
  { title: 'Address', className: 'cell-breaks', cell: addressOf },
  {
    title: 'State',
    className: 'cell-breaks',
    cell: ({ state }) => formatEnum(state),
    secondLine: ({ error, hasTransferred }) =>
      error ?? (hasTransferred ? '' : 'This server has never transferred the zone'),
  },
  { title: 'Confirmed serial', className: 'table-number', cell: ({ confirmedSerial }) => confirmedSerial ?? '–' },
  timeColumn('Last notified', ({ notifiedAt }) => notifiedAt, { absent: '–' }),
];

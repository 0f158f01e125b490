import type { PolicyZoneListQuery } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatEnum, formatNumber, formatTime, timeTitle } from '../shared/format.js';

export type PolicyZone = NonNullable<PolicyZoneListQuery['policyZones']>[number];

/** The clients that have transferred a policy zone, and the servers that are notified of its changes. */
export function PolicyZoneClients({ zone: { clients, secondaries } }: { readonly zone: PolicyZone }) {
  return (
    <>
      <h3>Clients</h3>
      {clients.length === 0 ? (
        <p>No resolver has transferred the zone yet.</p>
      ) : (
        <DataTable columns={clientColumns} rows={clients} keyOf={({ address }) => address} />
      )}
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
  {
    title: timeTitle('Last transfer'),
    className: 'row-time',
    cell: ({ transferredAt }) => formatTime(transferredAt),
  },
  { title: timeTitle('Last request'), className: 'row-time', cell: ({ requestedAt }) => formatTime(requestedAt) },
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
    cell: ({ state, error, hasTransferred }) => (
      <>
        {formatEnum(state)}
        <span className="row-second">
          {error ?? (hasTransferred ? '' : 'This server has never transferred the zone')}
        </span>
      </>
    ),
  },
  { title: 'Confirmed serial', className: 'table-number', cell: ({ confirmedSerial }) => confirmedSerial ?? '–' },
  {
    title: timeTitle('Last notified'),
    className: 'row-time',
    cell: ({ notifiedAt }) => (notifiedAt === null ? '–' : formatTime(notifiedAt)),
  },
];

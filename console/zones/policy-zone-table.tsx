import { type Column, DataTable } from '../shared/data-table.js';
import { countOf, formatEnum, formatNumber, formatTime, timeTitle } from '../shared/format.js';
import { ListHead } from '../shared/list-head.js';
import { hrefOf } from '../shared/location.js';
import { EmptyPanel } from '../shared/states.js';
import { policyZonesPath } from './paths.js';
import type { PolicyZone } from './policy-zone-clients.js';

/** The policy zones and their addresses for resolvers. A link shows the clients and names of a zone. */
export function PolicyZoneTable({ zones }: { readonly zones: readonly PolicyZone[] }) {
  return zones.length === 0 ? (
    <EmptyPanel title="No policy zones yet">
      <p>
        To let resolvers transfer the names below, set <code>[dns] policy_zones</code>, for example to{' '}
        <code>key@rpz.example</code>. Or save the names as a file.
      </p>
    </EmptyPanel>
  ) : (
    <>
      <ListHead exported={{ path: 'api/policy-zones/export' }} />
      <DataTable columns={columns} rows={zones} keyOf={({ name }) => name} />
    </>
  );
}

const columns: readonly Column<PolicyZone>[] = [
  {
    title: 'Zone',
    className: 'cell-breaks',
    cell: ({ name, tenantId }) => (
      <>
        <a href={hrefOf(policyZonesPath, new URLSearchParams({ policyZone: name }))}>{name}</a>
        <span className="row-second">{tenantId ?? 'All tenants'}</span>
      </>
    ),
  },
  { title: 'Names', className: 'table-number', cell: ({ nameCount }) => formatNumber(nameCount) },
  {
    title: 'Server',
    className: 'cell-breaks',
    cell: ({ host, port, key }) => (
      <>
        {`${host} port ${port}`}
        <span className="row-second">{key === null ? 'This machine only, without a key' : `TSIG key ${key}`}</span>
      </>
    ),
  },
  { title: 'Serial', className: 'table-number', cell: ({ serial }) => serial ?? 'Served for another tenant' },
  {
    title: timeTitle('Changed'),
    className: 'row-time',
    cell: ({ changedAt }) => (changedAt === null ? '–' : formatTime(changedAt)),
  },
  { title: timeTitle('Last transfer'), className: 'row-time', cell: (zone) => <LastTransfer zone={zone} /> },
  { title: 'State', className: 'cell-breaks', cell: (zone) => <State zone={zone} /> },
];

function LastTransfer({ zone: { clients } }: { readonly zone: PolicyZone }) {
  const last = clients.toSorted((one, other) => one.transferredAt.localeCompare(other.transferredAt)).at(-1);
  return (
    last && (
      <>
        {formatTime(last.transferredAt)}
        <span className="row-second">by {last.address}</span>
      </>
    )
  );
}

function State({ zone: { clients, secondaries, rejectedQueries, lastRejection } }: { readonly zone: PolicyZone }) {
  const counts = (['CURRENT', 'BEHIND', 'SILENT'] as const)
    .map((state) => [state, clients.filter((client) => client.state === state).length] as const)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${formatNumber(count)} ${formatEnum(state).toLowerCase()}`);
  const failed = secondaries.filter(({ state }) => state === 'FAILED').length;
  return (
    <>
      {counts.length === 0 ? 'No clients yet' : counts.join(', ')}
      {failed > 0 && <span className="row-second">{countOf(failed, 'server')} not notified</span>}
      {rejectedQueries > 0 && (
        <span className="row-second">
          {countOf(rejectedQueries, 'rejected query', 'rejected queries')}
          {lastRejection === null ? '' : `, last: ${lastRejection}`}
        </span>
      )}
    </>
  );
}

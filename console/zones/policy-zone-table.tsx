import { type Column, DataTable, numberColumn, timeColumn } from '../shared/data-table.js';
import { formatCount, formatEnum, formatNumber, formatTime, timeTitle } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { EmptyPanel } from '../shared/states.js';
import { policyZonesPath } from './paths.js';
import type { PolicyZone } from './policy-zone-clients.js';

/** The policy zones and their addresses for resolvers. A link shows the clients and names of a zone. */
export function PolicyZoneTable({ zones }: { readonly zones: readonly PolicyZone[] }) {
  return (
    <DataTable
      columns={columns}
      rows={zones}
      keyOf={({ name }) => name}
      exported={{ path: 'api/policy-zones/export' }}
      none={
        <EmptyPanel title="No policy zones yet">
          <p>
            To let resolvers transfer the names below, set <code>[dns] policy_zones</code>, for example to{' '}
            <code>key@rpz.example</code>. Or save the names as a file.
          </p>
        </EmptyPanel>
      }
    />
  );
}

const columns: readonly Column<PolicyZone>[] = [
  {
    title: 'Zone',
    className: 'cell-breaks',
    cell: ({ name }) => <a href={hrefOf(policyZonesPath, { policyZone: name })}>{name}</a>,
    secondLine: ({ tenantId }) => tenantId ?? 'All tenants',
  },
  numberColumn('Names', ({ nameCount }) => nameCount),
  {
    title: 'Server',
    className: 'cell-breaks',
    cell: ({ host, port }) => `${host} port ${port}`,
    secondLine: ({ key }) => (key === null ? 'This machine only, without a key' : `TSIG key ${key}`),
  },
  { title: 'Serial', className: 'table-number', cell: ({ serial }) => serial ?? 'Served for another tenant' },
  timeColumn('Changed', ({ changedAt }) => changedAt, { absent: '–' }),
  { title: timeTitle('Last transfer'), className: 'row-time', cell: (zone) => <LastTransfer zone={zone} /> },
  { title: 'State', className: 'cell-breaks', cell: (zone) => <State zone={zone} /> },
];

function LastTransfer({ zone: { clients } }: { readonly zone: PolicyZone }) {
  const last = clients.toSorted((a, b) => a.transferredAt.localeCompare(b.transferredAt)).at(-1);
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
  const counts = (['CURRENT', 'OUTDATED', 'SILENT'] as const)
    .map((state) => [state, clients.filter((client) => client.state === state).length] as const)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${formatNumber(count)} ${formatEnum(state).toLowerCase()}`);
  const failed = secondaries.filter(({ state }) => state === 'FAILED').length;
  return (
    <>
      {counts.length === 0 ? 'No clients yet' : counts.join(', ')}
      {failed > 0 && <span className="row-second">{formatCount(failed, 'server')} not notified</span>}
      {rejectedQueries > 0 && (
        <span className="row-second">
          {formatCount(rejectedQueries, 'rejected query', 'rejected queries')}
          {lastRejection === null ? '' : `, last: ${lastRejection}`}
        </span>
      )}
    </>
  );
}

import {
  ZoneImportsDocument,
  type ZoneImportsQuery,
  ZoneListDocument,
  type ZoneListQuery,
} from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { countOf, formatEnum, formatNumber, formatTime } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { searchPath } from './search-page.js';

export const zonesPath = '/zones';

/** All zones with their size, and the outcome of recent imports. */
export function ZonesPage() {
  const zones = useGraphQuery({ document: ZoneListDocument, variables: {} });
  return (
    <div className="page">
      <h1>Zones</h1>
      <QueryPanel query={zones} what="zones">
        {({ zones: rows }) =>
          rows.length === 0 ? (
            <EmptyPanel title="No zones yet">
              <p>
                Import a zone file on the command line: <code>rampart zones import ZONE FILE</code>
              </p>
            </EmptyPanel>
          ) : (
            <>
              <p role="status">
                <strong>{countOf(rows.length, 'zone')}</strong>
              </p>
              <DataTable columns={zoneColumns} rows={rows} keyOf={(row) => row.name} />
              <RecentImports />
            </>
          )
        }
      </QueryPanel>
    </div>
  );
}

const zoneColumns: readonly Column<NonNullable<ZoneListQuery['zones']>[number]>[] = [
  {
    title: 'Zone',
    cell: (row) => <a href={hrefOf(searchPath, new URLSearchParams({ zone: row.file }))}>{row.file}</a>,
  },
  { title: 'Domains', className: 'table-number', cell: (row) => formatNumber(row.domains) },
  { title: 'Observations', className: 'table-number', cell: (row) => formatNumber(row.observations) },
  { title: 'Last import (UTC)', cell: (row) => formatTime(row.lastImportAt) },
];

function RecentImports() {
  const imports = useGraphQuery({ document: ZoneImportsDocument, variables: { first: 20 } });
  return (
    <QueryPanel query={imports} what="imports">
      {({ zoneImports }) => (
        <>
          <h2>Recent imports</h2>
          <DataTable columns={importColumns} rows={zoneImports.nodes} keyOf={(row) => row.id} />
        </>
      )}
    </QueryPanel>
  );
}

const importColumns: readonly Column<NonNullable<ZoneImportsQuery['zoneImports']>['nodes'][number]>[] = [
  { title: 'Snapshot time (UTC)', cell: (row) => formatTime(row.at) },
  { title: 'Zone', cell: (row) => row.zone },
  {
    title: 'Outcome',
    cell: (row) => (
      <>
        {formatEnum(row.outcome)}
        {row.reason !== null && <span className="row-second">{row.reason}</span>}
      </>
    ),
  },
  { title: 'Domains', className: 'table-number', cell: (row) => formatNumber(row.domains) },
  { title: 'Added', className: 'table-number', cell: (row) => formatNumber(row.addedDomains) },
  { title: 'Removed', className: 'table-number', cell: (row) => formatNumber(row.removedDomains) },
  { title: 'Changed', className: 'table-number', cell: (row) => formatNumber(row.changedDomains) },
];

import { ZoneImportsDocument, ZoneListDocument, type ZoneListQuery } from '../generated/operations.js';
import { type Column, DataTable, numberColumn, timeColumn } from '../shared/data-table.js';
import { formatCount, formatEnum, formatNumber, formatTimeInZone } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { timeRangeBounds, timeRangeParameters } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { ImportChart, type ZoneImport } from './import-chart.js';
import { bulkRegistrationsPath, searchPath } from './paths.js';
import { ZoneSources } from './zone-sources.js';

/** Maximum number of imports in the chart and the table without a time range. */
const maxImports = 100;
/** Maximum number of the newest imports among which those of a time range are searched; also that of the server. */
const maxSearched = 1000;

/** All zones with their size, and the results of recent imports. */
export function ZonesPage() {
  const zones = useGraphQuery({ document: ZoneListDocument, variables: {} });
  return (
    <div className="page">
      <h1>Zones</h1>
      <QueryPanel query={zones} dataName="zones">
        {({ zones: rows }) => (
          <>
            <ZoneRows rows={rows} />
            <ZoneSources />
          </>
        )}
      </QueryPanel>
    </div>
  );
}

type Zones = NonNullable<ZoneListQuery['zones']>;

function ZoneRows({ rows }: { readonly rows: Zones }) {
  if (rows.length === 0) {
    return (
      <EmptyPanel title="No zones yet">
        <p>
          Import a zone file on the command line: <code>rampart zones import ZONE FILE</code>
        </p>
        <p>
          Or set <code>[zones] sources</code> to pull zones automatically.
        </p>
      </EmptyPanel>
    );
  }
  return (
    <>
      <DataTable
        columns={zoneColumns}
        rows={rows}
        keyOf={(row) => row.name}
        count={formatCount(rows.length, 'zone')}
        exported={{ path: 'api/zones/export' }}
      />
      <RecentImports />
    </>
  );
}

const zoneColumns: readonly Column<Zones[number]>[] = [
  { title: 'Zone', cell: (row) => <a href={hrefOf(searchPath, { zone: row.file })}>{row.file}</a> },
  numberColumn('Domains', (row) => row.domains),
  numberColumn('Observations', (row) => row.observations),
  timeColumn('Last import', (row) => row.lastImportAt),
  {
    title: 'Bulk registrations',
    cell: (row) => (
      <a href={hrefOf(bulkRegistrationsPath, { zone: row.file })} aria-label={`Show bulk registrations of ${row.name}`}>
        Show
      </a>
    ),
  },
];

function RecentImports() {
  const { search } = useLocation();
  const hasRange = timeRangeParameters(search).size > 0;
  const variables = { first: hasRange ? maxSearched : maxImports };
  const imports = useGraphQuery({ document: ZoneImportsDocument, variables });
  const [from, to] = timeRangeBounds(search, Date.now());
  const isShown = ({ at }: ZoneImport) => Date.parse(at) >= from && Date.parse(at) < to;
  return (
    <QueryPanel query={imports} dataName="imports">
      {({ zoneImports }) => {
        const shownImports = zoneImports.nodes.filter(isShown);
        const oldest = zoneImports.nodes.at(-1);
        // An import ends after the time of its snapshot.
        const isPartial = zoneImports.pageInfo.hasNextPage && oldest && Date.parse(oldest.endedAt) >= from;
        return (
          <>
            <h2>Recent imports</h2>
            {hasRange && isPartial && (
              <p className="notice">
                Only the newest {formatNumber(maxSearched)} imports are shown, since {formatTimeInZone(oldest.endedAt)}.
                The time range contains earlier ones; export them as a file.
              </p>
            )}
            <ImportChart imports={shownImports} />
            <DataTable
              columns={importColumns}
              rows={shownImports}
              keyOf={(row) => row.id}
              exported={{ path: 'api/zone-imports/export', isUnfiltered: true }}
            />
          </>
        );
      }}
    </QueryPanel>
  );
}

const importColumns: readonly Column<ZoneImport>[] = [
  timeColumn('Snapshot time', (row) => row.at),
  { title: 'Zone', isMain: true, cell: ({ zone }) => <a href={hrefOf(searchPath, { zone })}>{zone}</a> },
  { title: 'Outcome', cell: (row) => formatEnum(row.outcome), secondLine: (row) => row.reason },
  numberColumn('Domains', (row) => row.domains),
  numberColumn('Added', (row) => row.addedDomains),
  numberColumn('Removed', (row) => row.removedDomains),
  numberColumn('Changed', (row) => row.changedDomains),
];

import { ZoneSourcesDocument, type ZoneSourcesQuery } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatEnum, formatTime, timeTitle } from '../shared/format.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

/** The sources from which zones are pulled, and whether the zones are current. Nothing is shown without sources. */
export function ZoneSources() {
  const sources = useGraphQuery({ document: ZoneSourcesDocument, variables: {} });
  return (
    <QueryPanel query={sources} dataName="sources">
      {({ zoneSources }) =>
        zoneSources.length === 0 ? null : (
          <>
            <h2>Sources</h2>
            <DataTable
              columns={columns}
              rows={zoneSources}
              keyOf={(row) => row.zone}
              exported={{ path: 'api/zone-sources/export' }}
            />
          </>
        )
      }
    </QueryPanel>
  );
}

const columns: readonly Column<NonNullable<ZoneSourcesQuery['zoneSources']>[number]>[] = [
  { title: 'Zone', cell: (row) => row.zone },
  { title: 'Source', cell: (row) => row.origin },
  {
    title: 'State',
    cell: (row) => (row.isPulling ? `${formatEnum(row.state)}, pulling` : formatEnum(row.state)),
    secondLine: (row) => row.error,
  },
  { title: 'Serial', className: 'table-number', cell: (row) => row.serial },
  { title: timeTitle('Current as of'), cell: (row) => timeOf(row.currentAt) },
  { title: timeTitle('Last pull'), cell: (row) => timeOf(row.lastAttemptAt) },
  { title: timeTitle('Next pull'), cell: (row) => timeOf(row.nextAttemptAt) },
];

function timeOf(time: string | null): string {
  return time === null ? '–' : formatTime(time);
}

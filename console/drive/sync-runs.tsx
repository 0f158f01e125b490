import { DriveSyncRunsDocument, type DriveSyncRunsQuery } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatEnum, formatNumber, formatTime, timeTitle } from '../shared/format.js';
import { ListHead } from '../shared/list-head.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

const shownRuns = 10;

/** The latest synchronizations of a site. */
export function SyncRuns({ siteId }: { readonly siteId: string }) {
  const runs = useGraphQuery({ document: DriveSyncRunsDocument, variables: { siteId, first: shownRuns } });
  return (
    <>
      <h3>Latest syncs</h3>
      <ListHead exported={{ path: 'api/drive-sync-runs/export', filter: { siteId } }} />
      <QueryPanel query={runs} what="syncs">
        {({ driveSite }) => {
          const rows = driveSite?.syncRuns.nodes ?? [];
          return rows.length === 0 ? (
            <p>No sync yet.</p>
          ) : (
            <DataTable columns={columns} rows={rows} keyOf={({ id }) => id} stale={runs.loading} />
          );
        }}
      </QueryPanel>
    </>
  );
}

type Run = NonNullable<DriveSyncRunsQuery['driveSite']>['syncRuns']['nodes'][number];

const columns: readonly Column<Run>[] = [
  { title: timeTitle('Started'), className: 'row-time', cell: ({ startedAt }) => formatTime(startedAt) },
  {
    title: 'Outcome',
    cell: ({ outcome, error }) => (
      <>
        {formatEnum(outcome)}
        {error !== null && <span className="row-second">{error}</span>}
      </>
    ),
  },
  { title: 'Trigger', cell: ({ trigger }) => formatEnum(trigger) },
  { title: 'Created', className: 'table-number', cell: ({ created }) => formatNumber(created) },
  { title: 'Changed', className: 'table-number', cell: ({ changed }) => formatNumber(changed) },
  { title: 'Deleted', className: 'table-number', cell: ({ deleted }) => formatNumber(deleted) },
  { title: 'Downloads', className: 'table-number', cell: ({ downloads }) => formatNumber(downloads) },
  { title: 'Failed', className: 'table-number', cell: ({ failedDownloads }) => formatNumber(failedDownloads) },
];

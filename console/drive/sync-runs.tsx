import { DriveSyncRunsDocument, type DriveSyncRunsQuery } from '../generated/operations.js';
import { type Column, DataTable, numberColumn, timeColumn } from '../shared/data-table.js';
import { formatEnum } from '../shared/format.js';
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
      <QueryPanel query={runs} dataName="syncs">
        {({ driveSite: { syncRuns } }) => (
          <DataTable
            columns={columns}
            rows={syncRuns.nodes}
            keyOf={({ id }) => id}
            stale={runs.loading}
            none="No sync yet."
          />
        )}
      </QueryPanel>
    </>
  );
}

type Run = NonNullable<DriveSyncRunsQuery['driveSite']>['syncRuns']['nodes'][number];

const columns: readonly Column<Run>[] = [
  timeColumn('Started', ({ startedAt }) => startedAt),
  { title: 'Outcome', cell: ({ outcome }) => formatEnum(outcome), secondLine: ({ error }) => error },
  { title: 'Trigger', cell: ({ trigger }) => formatEnum(trigger) },
  numberColumn('Created', ({ created }) => created),
  numberColumn('Changed', ({ changed }) => changed),
  numberColumn('Deleted', ({ deleted }) => deleted),
  numberColumn('Downloads', ({ downloads }) => downloads),
  numberColumn('Failed', ({ failedDownloads }) => failedDownloads),
];

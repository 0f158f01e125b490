import {
  BulkAlertChangesDocument,
  type BulkAlertChangesQuery,
  CancelBulkAlertChangeDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { formatCount, formatEnum, formatNumber, formatTimeInZone } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useRefreshWhile } from '../shared/use-refresh-while.js';
import { listPath } from './list-location.js';

const maxChanges = 100;
const refreshMs = 2000;

type Change = NonNullable<BulkAlertChangesQuery['bulkAlertChanges']>[number];

/** Bulk changes of alerts that match a filter, with their progress. */
export function BulkChangesPage() {
  const query = useGraphQuery({ document: BulkAlertChangesDocument, variables: { first: maxChanges } });
  const canCancel = usePermissions().includes('alerts.triage');
  const isRunning = query.data?.bulkAlertChanges.some(({ state }) => state === 'RUNNING') ?? false;

  useRefreshWhile(isRunning, { query, intervalMs: refreshMs });

  return (
    <div className="page">
      <h1>Bulk changes</h1>
      <p className="hint">
        The newest 100 bulk changes that were started or cancelled. Changes that have ended are deleted 90 days after
        their preview.
      </p>
      <QueryPanel query={query} dataName="bulk changes">
        {({ bulkAlertChanges }) => (
          <DataTable
            columns={canCancel ? [...columns, actions] : columns}
            rows={bulkAlertChanges}
            keyOf={({ id }) => id}
            stale={query.loading}
            exported={{ path: 'api/bulk-changes/export' }}
            none={
              <EmptyPanel title="No bulk changes">
                <p>
                  Select all alerts that match a filter in the <a href={hrefOf(listPath)}>list of alerts</a> to change
                  them together.
                </p>
              </EmptyPanel>
            }
          />
        )}
      </QueryPanel>
    </div>
  );
}

const columns: readonly Column<Change>[] = [
  timeColumn('Started', ({ startedAt }) => startedAt, { absent: 'Not started' }),
  { title: 'By', cell: ({ createdBy }) => createdBy },
  { title: 'Change', isMain: true, cell: describe },
  { title: 'Filter', cell: ({ filter }) => <code>{filter}</code> },
  { title: 'Progress', cell: (change) => <Progress change={change} /> },
  {
    title: 'State',
    cell: ({ state }) => formatEnum(state),
    secondLine: ({ finishedAt, error }) => error ?? (finishedAt === null ? '' : formatTimeInZone(finishedAt)),
  },
];

const actions: Column<Change> = {
  title: 'Actions',
  cell: ({ id, state, createdBy }) =>
    state === 'RUNNING' && (
      <ActionButton
        label="Stop"
        subject={`change by ${createdBy}`}
        document={CancelBulkAlertChangeDocument}
        variables={{ input: { id } }}
        consequence="The change stops after its current step. Alerts that were already changed are not restored."
        isDestructive
      />
    ),
};

function describe({ status, isTruePositive, assignee }: Change): string {
  if (isTruePositive !== null) {
    return isTruePositive ? 'Verdict: true positive' : 'Verdict: false positive';
  }
  if (status !== null) {
    return `Set to ${formatEnum(status)}`;
  }
  return assignee === null ? 'Unassign' : `Assign to ${assignee.name}`;
}

function Progress({ change }: { readonly change: Change }) {
  const { count, changedCount, conflictCount, deletedCount, remainingCount } = change;
  const counts = [
    conflictCount > 0 && formatCount(conflictCount, 'conflict'),
    deletedCount > 0 && `${formatNumber(deletedCount)} deleted`,
    remainingCount > 0 && `${formatNumber(remainingCount)} left`,
  ].filter(Boolean);
  const text = `${formatNumber(changedCount)} of ${formatCount(count, 'alert')} changed`;
  return (
    <>
      <progress aria-label={text} max={Math.max(1, count)} value={count === 0 ? 1 : count - remainingCount} />
      <span className="row-second">{[text, ...counts].join(', ')}</span>
    </>
  );
}

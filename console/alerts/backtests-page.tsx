import { PolicyBacktestsDocument, type PolicyBacktestsQuery } from '../generated/operations.js';
import { CreateButton } from '../shared/create-details.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatEnum, formatNumber, formatTime } from '../shared/format.js';
import { ListHead } from '../shared/list-head.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { BacktestForm } from './backtest-form.js';
import { hrefOfBacktest } from './backtest-paths.js';

type BacktestRow = NonNullable<PolicyBacktestsQuery['policyBacktests']>[number];

/** Backtests of the policy, and the form that starts one. */
export function BacktestsPage() {
  const backtests = useGraphQuery({ document: PolicyBacktestsDocument, variables: {} });
  return (
    <div className="page">
      <h1>Backtests of the policy</h1>
      <p className="hint">
        Backtests show how another threshold, deduplication window or suppression would have affected recent alerts.
        They change no alerts and no settings.
      </p>
      <QueryPanel query={backtests} what="backtests">
        {({ policyBacktests, alertAccess }) => (
          <>
            {alertAccess.canChange && <BacktestForm />}
            {policyBacktests.length === 0 ? (
              <EmptyPanel title="No backtests yet">
                <p>Backtests are visible to users who can read all of their alerts.</p>
                {alertAccess.canChange && <CreateButton label="New backtest" />}
              </EmptyPanel>
            ) : (
              <>
                <ListHead exported={{ path: 'api/backtests/export' }} />
                <DataTable columns={columns} rows={policyBacktests} keyOf={({ id }) => id} />
              </>
            )}
          </>
        )}
      </QueryPanel>
    </div>
  );
}

const columns: readonly Column<BacktestRow>[] = [
  { title: 'Started', cell: ({ id, createdAt }) => <a href={hrefOfBacktest(id)}>{formatTime(createdAt)}</a> },
  { title: 'By', cell: ({ createdBy }) => createdBy },
  { title: 'State', cell: ({ state }) => formatEnum(state) },
  { title: 'Days', className: 'table-number', cell: ({ days }) => days },
  { title: 'Tenants', cell: ({ tenantIds }) => tenantIds?.join(', ') ?? 'All' },
  { title: 'Model', cell: ({ modelName }) => modelName ?? 'All' },
  { title: 'Threshold', className: 'table-number', cell: ({ minThreshold }) => minThreshold },
  { title: 'Window, s', className: 'table-number', cell: ({ dedupWindowSeconds }) => formatNumber(dedupWindowSeconds) },
  {
    title: 'Alerts with current policy',
    className: 'table-number',
    cell: ({ counts }) => formatCount(counts?.currentAlerts),
  },
  {
    title: 'Alerts with this policy',
    className: 'table-number',
    cell: ({ counts }) => formatCount(counts?.alertsWithPolicy),
  },
  {
    title: 'True positives lost',
    className: 'table-number',
    cell: ({ counts }) => formatCount(counts?.truePositivesLost),
  },
];

function formatCount(count: number | undefined): string {
  return count === undefined ? '–' : formatNumber(count);
}

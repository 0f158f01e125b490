import { PolicyBacktestsDocument, type PolicyBacktestsQuery } from '../generated/operations.js';
import { CreateButton } from '../shared/create-form.js';
import { type Column, DataTable, numberColumn } from '../shared/data-table.js';
import { formatEnum, formatTime } from '../shared/format.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { BacktestForm } from './backtest-form.js';
import { hrefOfBacktest } from './paths.js';

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
      <QueryPanel query={backtests} dataName="backtests">
        {({ policyBacktests, alertAccess }) => (
          <>
            {alertAccess.canChange && <BacktestForm />}
            <DataTable
              columns={columns}
              rows={policyBacktests}
              keyOf={({ id }) => id}
              exported={{ path: 'api/backtests/export' }}
              none={
                <EmptyPanel title="No backtests yet">
                  <p>A backtest is visible to users who can read every alert in it.</p>
                  {alertAccess.canChange && <CreateButton label="New backtest" />}
                </EmptyPanel>
              }
            />
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
  numberColumn('Window, s', ({ dedupWindowSeconds }) => dedupWindowSeconds),
  numberColumn('Alerts with the current policy', ({ counts }) => counts?.currentAlerts),
  numberColumn('Alerts with this policy', ({ counts }) => counts?.alertsWithPolicy),
  numberColumn('True positives lost', ({ counts }) => counts?.truePositivesLost),
];

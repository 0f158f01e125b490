import {
  CancelPolicyBacktestDocument,
  PolicyBacktestDocument,
  type PolicyBacktestQuery,
} from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { type Column, DataTable, numberColumn } from '../shared/data-table.js';
import { formatCount, formatEnum, formatNumber, formatScore, formatTime } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { MutationResult } from '../shared/mutation-result.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { useRefreshWhile } from '../shared/use-refresh-while.js';
import { emptyFilter } from './filter.js';
import { hrefOfAlert } from './list-location.js';
import { backtestsPath } from './paths.js';
import { describeFilter } from './suppression-draft.js';

type Backtest = NonNullable<PolicyBacktestQuery['policyBacktest']>;
type Counts = NonNullable<Backtest['counts']>;
type Group = Backtest['groups']['nodes'][number];
type Sample = Backtest['samples'][number];

const pollMs = 1000;

/** One backtest: its progress and, when it has ended, its result. */
export function BacktestPage() {
  const { search } = useLocation();
  const id = search.get('id') ?? '';
  const backtest = useGraphQuery({ document: PolicyBacktestDocument, variables: { id }, skip: id === '' });
  const isRunning = backtest.data?.policyBacktest.state === 'RUNNING';
  useRefreshWhile(isRunning, { query: backtest, intervalMs: pollMs });
  return (
    <div className="page">
      <h1>Backtest of the policy</h1>
      <p>
        <a href={hrefOf(backtestsPath)}>All backtests</a>
      </p>
      {id === '' ? (
        <EmptyPanel title="No backtest selected">
          <p>Select one from the list of all backtests.</p>
        </EmptyPanel>
      ) : (
        <QueryPanel query={backtest} dataName="the backtest">
          {({ policyBacktest }) => <BacktestResult backtest={policyBacktest} />}
        </QueryPanel>
      )}
    </div>
  );
}

function BacktestResult({ backtest }: { readonly backtest: Backtest }) {
  const { counts, groups, samples, state, error, leftOutAlertCount } = backtest;
  return (
    <>
      <p>
        Threshold {backtest.minThreshold} instead of {backtest.currentMinThreshold}, window{' '}
        {formatNumber(backtest.dedupWindowSeconds)} s instead of {formatNumber(backtest.currentDedupWindowSeconds)} s,
        over the {formatCount(backtest.days, 'day')} before {formatTime(backtest.createdAt)}; started by{' '}
        {backtest.createdBy}.
      </p>
      {state === 'RUNNING' && <Progress backtest={backtest} />}
      {state === 'CANCELLED' && <p role="status">The backtest was stopped before it was complete.</p>}
      {error !== null && (
        <p className="notice notice-bad" role="alert">
          {error}
        </p>
      )}
      {counts !== null && (
        <>
          <p role="status">{summaryOf(counts)}</p>
          <p>{suppressedOf(counts)}</p>
          {backtest.suppressions.length > 0 && (
            <ul className="plain-list" aria-label="Suppressed">
              {backtest.suppressions.map((filter) => (
                <li key={filter}>{describeFilter(filter).join(', ')}</li>
              ))}
            </ul>
          )}
          {leftOutAlertCount > 0 && (
            <p className="hint">
              {formatCount(leftOutAlertCount, 'alert of these days is', 'alerts of these days are')} excluded, because
              not all {leftOutAlertCount === 1 ? 'of its' : 'of their'} inferences are stored.
            </p>
          )}
          <h2>By tenant, model and severity</h2>
          <DataTable columns={groupColumns} rows={groups.nodes} keyOf={keyOfGroup} />
          {groups.pageInfo.hasNextPage && (
            <p className="hint">Only the first 200 rows are shown. To see others, start a backtest of one tenant.</p>
          )}
          <h2>Examples</h2>
          <DataTable
            columns={sampleColumns}
            rows={samples}
            keyOf={({ kind, alertId }) => `${kind} ${alertId}`}
            none="No alert would be avoided or added."
          />
        </>
      )}
    </>
  );
}

function Progress({ backtest }: { readonly backtest: Backtest }) {
  const { id, inferenceCount, processedCount } = backtest;
  const mutation = useMutation(CancelPolicyBacktestDocument);
  return (
    <>
      <label>
        <span role="status">
          {inferenceCount === 0
            ? 'Waiting'
            : `${formatNumber(processedCount)} of ${formatNumber(inferenceCount)} inferences`}
        </span>{' '}
        <progress max={Math.max(1, inferenceCount)} value={processedCount} />
      </label>{' '}
      <Button disabled={mutation.busy} onClick={() => void mutation.run({ input: { id } })}>
        Stop
      </Button>
      <MutationResult failure={mutation.failure} />
    </>
  );
}

function suppressedOf({ currentSuppressed, suppressedWithPolicy, truePositivesSuppressed }: Counts): string {
  const counts = `${formatCount(currentSuppressed, 'alert')} suppressed with the current policy, ${formatNumber(suppressedWithPolicy)} with this policy`;
  return `${counts}. This policy would suppress ${formatCount(truePositivesSuppressed, 'current alert')} with the verdict true positive.`;
}

function summaryOf({
  currentAlerts,
  alertsWithPolicy,
  avoided,
  dropped,
  added,
  truePositivesLost,
  falsePositivesAvoided,
}: Counts) {
  const alerts = `${formatCount(currentAlerts, 'alert')} with the current policy, ${formatNumber(alertsWithPolicy)} with this policy`;
  const changes = `${formatNumber(avoided)} avoided (${formatNumber(dropped)} dropped, ${formatNumber(avoided - dropped)} merged), ${formatNumber(added)} added`;
  return `${alerts}: ${changes}. ${formatCount(truePositivesLost, 'true positive')} lost, ${formatCount(falsePositivesAvoided, 'false positive')} avoided.`;
}

function keyOfGroup({ tenantId, modelName, severity }: Group): string {
  return JSON.stringify([tenantId, modelName, severity]);
}

const numbers: readonly (readonly [title: string, name: keyof Counts])[] = [
  ['Current policy', 'currentAlerts'],
  ['With this policy', 'alertsWithPolicy'],
  ['Avoided', 'avoided'],
  ['Dropped', 'dropped'],
  ['Added', 'added'],
  ['True positives lost', 'truePositivesLost'],
  ['False positives avoided', 'falsePositivesAvoided'],
];

const groupColumns: readonly Column<Group>[] = [
  { title: 'Tenant', cell: ({ tenantId }) => tenantId },
  { title: 'Model', cell: ({ modelName }) => modelName },
  { title: 'Severity', cell: ({ severity }) => formatEnum(severity) },
  ...numbers.map(([title, name]) => numberColumn(title, ({ counts }: Group) => counts[name])),
];

const kinds = { LOST: 'Lost true positive', AVOIDED: 'Avoided', ADDED: 'Added' } as const;

const sampleColumns: readonly Column<Sample>[] = [
  { title: 'Difference', cell: ({ kind }) => kinds[kind] },
  {
    title: 'First seen',
    cell: ({ kind, alertId, firstSeen }) =>
      kind === 'ADDED' ? (
        formatTime(firstSeen)
      ) : (
        <a href={hrefOfAlert(emptyFilter, alertId)}>{formatTime(firstSeen)}</a>
      ),
  },
  { title: 'Tenant', cell: ({ tenantId }) => tenantId },
  { title: 'Endpoint', isMain: true, cell: ({ endpointId }) => endpointId },
  { title: 'Model', cell: ({ modelName }) => modelName },
  { title: 'Severity', cell: ({ severity }) => formatEnum(severity) },
  { title: 'Score', className: 'table-number', cell: ({ attackProb }) => formatScore(attackProb) },
  numberColumn('Inferences', ({ inferenceCount }) => inferenceCount),
];

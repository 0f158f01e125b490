import './suppressions.css';
import {
  AlertSuppressionsDocument,
  type AlertSuppressionsQuery,
  EndAlertSuppressionDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { CreateButton } from '../shared/create-form.js';
import { type Column, DataTable, numberColumn, timeColumn } from '../shared/data-table.js';
import { formatCount, formatEnum, formatNumber, formatTime } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { emptyFilter } from './filter.js';
import { hrefOfAlerts } from './list-location.js';
import { describeEnd, describeRule, hrefOfReplacement } from './suppression-draft.js';
import { SuppressionForm } from './suppression-form.js';

type Rule = NonNullable<AlertSuppressionsQuery['alertSuppressions']>[number];

const fields = [
  {
    name: 'state',
    label: 'State',
    unset: 'Not ended',
    options: [
      ['ENDED', 'Ended'],
      ['ALL', 'All'],
    ] as const,
  },
];

/** The title of an empty list, by the state in the URL. */
const emptyTitles = { ALL: 'No rules yet', ENDED: 'No ended rules' } as const;

/** Lists, adds and ends the rules that suppress alerts. */
export function SuppressionsPage() {
  const { search } = useLocation();
  const canChange = usePermissions().includes('alerts.suppress');
  return (
    <div className="page">
      <h1>Suppression</h1>
      <p className="hint">
        Rules that suppress new alerts. Lists, counts, notifications and automatic incidents exclude suppressed alerts
        until the last rule that suppresses them ends.{' '}
        <a href={hrefOfAlerts({ ...emptyFilter, suppressed: 'ONLY' })}>Show suppressed alerts</a>
      </p>
      {canChange && <SuppressionForm key={proposalOf(search)} proposal={proposalOf(search)} />}
      <SearchForm fields={fields} />
      <RuleList canChange={canChange} />
    </div>
  );
}

function RuleList({ canChange }: { readonly canChange: boolean }) {
  const { search } = useLocation();
  const state = choiceOf(search, 'state', ['ALL', 'ENDED']);
  const isEnded = state === 'ALL' ? undefined : state === 'ENDED';
  const tenant = useSelectedTenant();
  const list = useGraphQuery({ document: AlertSuppressionsDocument, variables: { isEnded } });
  return (
    <QueryPanel query={list} dataName="rules">
      {({ alertSuppressions }) => {
        const rules = alertSuppressions.filter(({ tenantId }) => tenant === '' || tenantId === tenant);
        const emptyTitle = state === undefined ? 'No active or scheduled rules' : emptyTitles[state];
        return (
          <DataTable
            columns={canChange ? [...columns, actions] : columns}
            rows={rules}
            keyOf={({ id }) => id}
            stale={list.loading}
            count={formatCount(rules.length, 'rule')}
            exported={{ path: 'api/suppressions/export', filter: { isEnded }, isUnfiltered: tenant !== '' }}
            none={
              <EmptyPanel title={alertSuppressions.length === 0 ? emptyTitle : `No rules of ${tenant} in this list`}>
                <p>To suppress alerts that need no attention, open one of them and select Suppress alerts like this.</p>
                {canChange && <CreateButton label="New rule" />}
              </EmptyPanel>
            }
          />
        );
      }}
    </QueryPanel>
  );
}

/** The parameters of the URL that propose a rule, without those of the list. */
function proposalOf(search: URLSearchParams): string {
  const proposal = new URLSearchParams(search);
  proposal.delete('state');
  return proposal.toString();
}

const columns: readonly Column<Rule>[] = [
  {
    title: 'Alerts',
    className: 'cell-breaks',
    cell: ({ filter }) => describeRule(filter).join('; '),
    secondLine: ({ tenantId }) => tenantId ?? 'All tenants',
  },
  { title: 'Reason', className: 'cell-breaks', cell: ({ reason }) => reason },
  {
    title: 'State',
    cell: ({ state, endedBy, error }) => (
      <>
        {formatEnum(state)}
        {endedBy !== null && <span className="row-second">by {endedBy}</span>}
        {error !== null && <span className="row-second">Restoring failed: {error}</span>}
      </>
    ),
  },
  { title: 'Owner', cell: ({ owner }) => owner.name },
  timeColumn('Start and end', ({ startsAt }) => startsAt, {
    secondLine: ({ endsAt, endedAt }) => formatUntil(endedAt ?? endsAt),
  }),
  numberColumn('Suppressed', ({ suppressedCount }) => suppressedCount, {
    secondLine: ({ openedCount }) => `${formatNumber(openedCount)} in total`,
  }),
];

function formatUntil(time: string | null): string {
  return time === null ? 'until it is ended' : `until ${formatTime(time)}`;
}

const actions: Column<Rule> = {
  title: 'Actions',
  cell: (rule) => (rule.state === 'ACTIVE' || rule.state === 'SCHEDULED') && <EndRule rule={rule} />,
};

function EndRule({ rule }: { readonly rule: Rule }) {
  const { id, reason } = rule;
  const editing = hrefOfReplacement(rule);
  return (
    <div className="row-actions">
      <ActionButton
        label="End"
        subject={reason}
        document={EndAlertSuppressionDocument}
        variables={{ input: { id } }}
        consequence={describeEnd(rule)}
        isDestructive
      />
      {editing !== undefined && (
        <a className="button button-small" href={editing} aria-label={`Edit the rule: ${reason}`}>
          Edit
        </a>
      )}
    </div>
  );
}

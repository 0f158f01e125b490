import { AccountListDocument, type AccountListQuery } from '../generated/operations.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatEnum, formatNumber, formatTime, timeTitle } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { AccountActions, AccountKeys } from './account-actions.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';

const statuses = ['PENDING', 'APPROVED', 'REJECTED', 'SUSPENDED'] as const;
const tiers = ['TRIAL', 'BASIC', 'ENTERPRISE'] as const;

const fields = [
  { name: 'search', label: 'Search', placeholder: 'Username, email' },
  { name: 'status', label: 'Status', options: optionsOf(statuses) },
  { name: 'tier', label: 'Tier', options: optionsOf(tiers) },
];

/** Accounts of the zone feed: approval, subscription and keys. */
export function AccountsPage() {
  const { search } = useLocation();
  const filter = {
    search: search.get('search') || undefined,
    status: choiceOf(search, 'status', statuses),
    tier: choiceOf(search, 'tier', tiers),
  };
  const list = useGraphQuery({ document: AccountListDocument, variables: { filter, ...pageVariables(search) } });
  return (
    <Frame page={paths.accounts} hint="Accounts of the zone feed, newest first.">
      <SearchedList
        query={list}
        listOf={({ accounts }) => accounts}
        fields={fields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/accounts/export', filter }}
        noun={['account', 'accounts']}
        advice="Accounts are listed after their registration."
      />
    </Frame>
  );
}

type Row = NonNullable<AccountListQuery['accounts']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Account',
    cell: ({ username }) => username,
    secondLine: ({ email, emailConfirmed }) => (
      <>
        <HostName name={email} />
        {!emailConfirmed && ' (not confirmed)'}
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => formatEnum(status) },
  timeColumn('Registered', ({ createdAt }) => createdAt),
  {
    title: timeTitle('Subscription'),
    className: 'row-time',
    cell: ({ subscription }) =>
      subscription === null ? (
        'None'
      ) : (
        <>
          {formatEnum(subscription.tier)}
          <span className="row-second">
            {subscription.status === 'ACTIVE' ? 'until' : 'expired'} {formatTime(subscription.expiresAt)}
          </span>
        </>
      ),
  },
  {
    title: 'Queries',
    className: 'table-number row-time',
    cell: ({ quota }) => (quota === null ? '–' : `${formatNumber(quota.used)} of ${formatNumber(quota.limit)}`),
  },
  { title: 'API keys', cell: ({ username, keys }) => <AccountKeys username={username} keys={keys} /> },
  { title: 'Actions', cell: (row) => <AccountActions {...row} /> },
];

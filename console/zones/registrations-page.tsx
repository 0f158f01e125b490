import { RdapWatchListDocument, type RdapWatchListQuery } from '../generated/operations.js';
import { type Column, numberColumn, timeColumn } from '../shared/data-table.js';
import { DomainLink } from '../shared/domain-link.js';
import { formatNumber } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { pageVariables, SearchedList } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { BulkLookups } from './bulk-lookups.js';
import { UnwatchButton } from './unwatch-button.js';

const fields = [{ name: 'search', label: 'Domain contains' }];

/** Watched domains, and bulk lookups. */
export function RegistrationsPage() {
  const { search } = useLocation();
  const canManage = usePermissions().includes('rdap.manage');
  const filter = { search: search.get('search') || undefined };
  const variables = { ...filter, ...pageVariables(search) };
  const list = useGraphQuery({ document: RdapWatchListDocument, variables });
  return (
    <div className="page">
      <h1>Registrations</h1>
      <p className="hint">Registration data (RDAP) of watched domains, and of lists of names.</p>
      <h2>Watched domains</h2>
      <SearchedList
        query={list}
        listOf={({ rdapWatches }) => rdapWatches}
        fields={fields}
        columns={canManage ? [...columns, removal] : columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/rdap-watches/export', filter }}
        noun={['domain', 'domains']}
        advice="Open the page of a domain to watch its registration."
      />
      {/* Another component shows the sign-in form. */}
      {list.failure?.kind !== 'sign-in' && <BulkLookups />}
    </div>
  );
}

type Row = NonNullable<RdapWatchListQuery['rdapWatches']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Domain',
    className: 'cell-breaks',
    cell: ({ domain }) => <DomainLink name={domain} />,
    secondLine: ({ tenantId }) => tenantId,
  },
  {
    title: 'Interval',
    cell: ({ intervalHours }) => (intervalHours === 0 ? 'None' : `${formatNumber(intervalHours)} h`),
  },
  numberColumn('Versions', ({ versionCount }) => versionCount),
  timeColumn('Last response', ({ lookedUpAt }) => lookedUpAt, { absent: '' }),
  timeColumn('Next lookup', ({ nextLookupAt }) => nextLookupAt, { secondLine: ({ error }) => error }),
];

const removal: Column<Row> = {
  title: 'Actions',
  cell: ({ id, domain }) => <UnwatchButton {...{ id, domain }} />,
};

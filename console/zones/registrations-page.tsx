import { RdapWatchListDocument, type RdapWatchListQuery } from '../generated/operations.js';
import type { Column } from '../shared/data-table.js';
import { formatNumber, formatTime, timeTitle } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { PagedList, pageVariables } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { BulkLookups } from './bulk-lookups.js';
import { domainPath, registrationsPath } from './paths.js';
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
      <SearchForm path={registrationsPath} search={search} fields={fields} />
      <QueryPanel query={list} what="watched domains">
        {({ rdapWatches }) => (
          <PagedList
            {...{ path: registrationsPath, search, columns: canManage ? [...columns, removal] : columns }}
            list={rdapWatches}
            stale={list.loading}
            keyOf={({ id }) => id}
            exported={{ path: 'api/rdap-watches/export', filter }}
            noun={['domain', 'domains']}
            advice="Open the page of a domain to watch its registration."
          />
        )}
      </QueryPanel>
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
    cell: ({ domain, tenantId }) => (
      <>
        <a href={hrefOf(domainPath, new URLSearchParams({ name: domain }))}>{domain}</a>
        <span className="row-second">{tenantId ?? ''}</span>
      </>
    ),
  },
  {
    title: 'Interval',
    cell: ({ intervalHours }) => (intervalHours === 0 ? 'None' : `${formatNumber(intervalHours)} h`),
  },
  { title: 'Versions', className: 'table-number', cell: ({ versionCount }) => formatNumber(versionCount) },
  {
    title: timeTitle('Last response'),
    className: 'row-time',
    cell: ({ lookedUpAt }) => (lookedUpAt === null ? '' : formatTime(lookedUpAt)),
  },
  {
    title: timeTitle('Next lookup'),
    className: 'row-time',
    cell: ({ nextLookupAt, error }) => (
      <>
        {nextLookupAt === null ? '' : formatTime(nextLookupAt)}
        <span className="row-second">{error ?? ''}</span>
      </>
    ),
  },
];

const removal: Column<Row> = {
  title: 'Actions',
  cell: ({ id, domain }) => <UnwatchButton {...{ id, domain }} />,
};

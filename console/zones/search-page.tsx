import { ObservationSearchDocument, type ObservationSearchQuery } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { DomainLink } from '../shared/domain-link.js';
import { formatEnum, formatTime, timeTitle } from '../shared/format.js';
import { isoTime } from '../shared/iso-time.js';
import { ListHead } from '../shared/list-head.js';
import { hrefOfPage, useLocation } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { type SearchField, SearchForm } from '../shared/search-form.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { searchPath } from './paths.js';

const pageSize = 100;

const fields: readonly SearchField[] = [
  { name: 'zone', label: 'Zone', placeholder: 'All' },
  { name: 'search', label: 'Domain', placeholder: 'Prefix, or pattern with *' },
  { name: 'start', label: 'From (UTC)', type: 'datetime-local' },
  { name: 'end', label: 'To (UTC)', type: 'datetime-local' },
];

/** The current state of a zone, or its changes in a time range. */
export function SearchPage() {
  const { search } = useLocation();
  const variable = (name: string) => search.get(name) || undefined;
  const zone = variable('zone') ?? '*';
  const filter = {
    search: variable('search'),
    start: isoTime(variable('start')),
    end: isoTime(variable('end')),
  };
  const page = useGraphQuery({
    document: ObservationSearchDocument,
    variables: { zone, ...filter, first: pageSize, after: variable('after') },
  });
  const exported = { path: `api/v1/export/${encodeURIComponent(zone)}`, filter };
  return (
    <div className="page">
      <h1>Observations</h1>
      <p className="hint">
        Shows the current state, or the changes in a time range of at most 10 days. Enter internationalized domain names
        in Punycode.
      </p>
      <SearchForm path={searchPath} search={search} fields={fields} action="Search" />
      <QueryPanel query={page} what="observations">
        {({ observations }) =>
          observations.nodes.length === 0 ? (
            <EmptyPanel title="No observations found">
              <p>No domain matches this search.</p>
            </EmptyPanel>
          ) : (
            <>
              <ListHead exported={exported} />
              <ObservationTable page={observations} search={search} stale={page.loading} />
            </>
          )
        }
      </QueryPanel>
    </div>
  );
}

type ObservationPage = NonNullable<ObservationSearchQuery['observations']>;

const columns: readonly Column<ObservationPage['nodes'][number]>[] = [
  { title: 'Domain', cell: (row) => <DomainLink name={row.domain} /> },
  { title: 'Zone', cell: (row) => row.zone },
  { title: 'Nameserver', className: 'cell-wide', cell: (row) => row.data },
  { title: 'Status', cell: (row) => formatEnum(row.status) },
  { title: timeTitle('Observed'), className: 'row-time', cell: (row) => formatTime(row.observedAt) },
];

interface ObservationTableProps {
  readonly page: ObservationPage;
  readonly search: URLSearchParams;
  readonly stale: boolean;
}

function ObservationTable({ page, search, stale }: ObservationTableProps) {
  const { nodes, pageInfo } = page;
  return (
    <>
      <DataTable
        columns={columns}
        rows={nodes}
        keyOf={(row) => `${row.domain} ${row.zone} ${row.data} ${row.observedAt} ${row.status}`}
        stale={stale}
      />
      <nav className="pager" aria-label="Pagination">
        <a className="button button-small" href={hrefOfPage(searchPath, search, { after: '' })}>
          First
        </a>
        {pageInfo.hasNextPage && pageInfo.endCursor !== null && (
          <a className="button button-small" href={hrefOfPage(searchPath, search, { after: pageInfo.endCursor })}>
            Next
          </a>
        )}
      </nav>
    </>
  );
}

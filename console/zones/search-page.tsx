import { ObservationSearchDocument, type ObservationSearchQuery } from '../generated/operations.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { DomainLink } from '../shared/domain-link.js';
import { formatEnum } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { PageLinks } from '../shared/page-links.js';
import { QueryPanel } from '../shared/query-panel.js';
import { type SearchField, SearchForm } from '../shared/search-form.js';
import { EmptyPanel } from '../shared/states.js';
import { parseInstant } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

const pageSize = 100;

const fields: readonly SearchField[] = [
  { name: 'zone', label: 'Zone', placeholder: 'All' },
  { name: 'search', label: 'Domain', placeholder: 'Prefix, or pattern with *' },
  { name: 'start', label: 'From (UTC)', type: 'datetime-local' },
  { name: 'end', label: 'To (UTC)', type: 'datetime-local' },
];

/** Searches domains: the current state of a zone, or its changes in a time range. */
export function SearchPage() {
  const { search } = useLocation();
  const variable = (name: string) => search.get(name) || undefined;
  const zone = variable('zone') ?? '*';
  const filter = {
    search: variable('search'),
    start: parseInstant(search.get('start')),
    end: parseInstant(search.get('end')),
  };
  const page = useGraphQuery({
    document: ObservationSearchDocument,
    variables: { zone, ...filter, first: pageSize, after: variable('after') },
  });
  return (
    <div className="page">
      <h1>Observations</h1>
      <p className="hint">
        Without a time range, the table shows the current state of the zones, including delegations that ended. With a
        time range, which can be at most 10 days long, it shows the changes in this range. Enter internationalized
        domain names in Punycode.
      </p>
      <SearchForm fields={fields} action="Search" />
      <QueryPanel query={page} dataName="observations">
        {({ observations: { nodes, pageInfo } }) => (
          <>
            <DataTable
              columns={columns}
              rows={nodes}
              keyOf={(row) => `${row.domain} ${row.zone} ${row.data} ${row.observedAt} ${row.status}`}
              stale={page.loading}
              exported={{ path: `api/v1/export/${encodeURIComponent(zone)}`, filter }}
              none={
                <EmptyPanel title="No observations found">
                  <p>No domain matches this search.</p>
                </EmptyPanel>
              }
            />
            <PageLinks pageInfo={pageInfo} />
          </>
        )}
      </QueryPanel>
    </div>
  );
}

type Observation = NonNullable<ObservationSearchQuery['observations']>['nodes'][number];

const columns: readonly Column<Observation>[] = [
  { title: 'Domain', cell: (row) => <DomainLink name={row.domain} /> },
  { title: 'Zone', cell: (row) => row.zone },
  { title: 'Nameserver', className: 'cell-wide', cell: (row) => row.data },
  { title: 'Status', cell: (row) => formatEnum(row.status) },
  timeColumn('Observed', (row) => row.observedAt),
];

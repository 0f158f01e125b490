import { ObservationSearchDocument, type ObservationSearchQuery } from '../generated/operations.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { formatEnum } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { EmptyPanel, LoadingPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { formatTimestamp } from './format-timestamp.js';
import { SearchForm } from './search-form.js';

export const searchPath = '/observations';
const pageSize = 100;

const fields = [
  { name: 'zone', label: 'Zone', placeholder: 'All' },
  { name: 'search', label: 'Domain', placeholder: 'Prefix, or pattern with *' },
  { name: 'start', label: 'From', placeholder: 'ISO 8601; default: now' },
  { name: 'end', label: 'To', placeholder: 'ISO 8601' },
];

/** The current state of a zone, or its changes in a time range. */
export function SearchPage() {
  const { search } = useLocation();
  const variable = (name: string) => search.get(name) || undefined;
  const page = useGraphQuery({
    document: ObservationSearchDocument,
    variables: {
      zone: variable('zone') ?? '*',
      limit: pageSize,
      ...Object.fromEntries(['search', 'start', 'end', 'after', 'pit'].map((name) => [name, variable(name)])),
    },
  });
  return (
    <div className="page">
      <h1>Observations</h1>
      <p className="hint">
        Shows the current state, or the changes in a time range. Enter internationalized domain names in Punycode.
      </p>
      <SearchForm path={searchPath} search={search} fields={fields} action="Search" />
      {page.failure !== undefined && !page.loading ? (
        page.failure.kind === 'not-found' ? (
          <EmptyPanel title="No observations found">
            <p>{page.failure.message}</p>
          </EmptyPanel>
        ) : (
          <FailurePanel failure={page.failure} />
        )
      ) : page.data === undefined ? (
        <LoadingPanel what="observations" />
      ) : (
        <ObservationTable page={page.data.observationPage} search={search} stale={page.loading} />
      )}
    </div>
  );
}

interface ObservationTableProps {
  readonly page: NonNullable<ObservationSearchQuery['observationPage']>;
  readonly search: URLSearchParams;
  readonly stale: boolean;
}

function ObservationTable({ page, search, stale }: ObservationTableProps) {
  const { results, pit, nextCursor } = page;
  return (
    <>
      <div className="table-frame">
        <table className={stale ? 'table table-stale' : 'table'}>
          <thead>
            <tr>
              <th scope="col">Domain</th>
              <th scope="col">Zone</th>
              <th scope="col">Nameserver</th>
              <th scope="col">Status</th>
              <th scope="col">Observed (UTC)</th>
            </tr>
          </thead>
          <tbody>
            {results.map((row) => (
              <tr key={`${row.domain} ${row.zone} ${row.data} ${row.observedAt} ${row.status}`}>
                <td>{row.domain}</td>
                <td>{row.zone}</td>
                <td>{row.data}</td>
                <td>{formatEnum(row.status)}</td>
                <td>{formatTimestamp(row.observedAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <nav className="pager" aria-label="Pagination">
        <a className="button button-small" href={hrefOfPage(search, {})}>
          First
        </a>
        {nextCursor !== null && (
          <a className="button button-small" href={hrefOfPage(search, { after: nextCursor, pit })}>
            Next
          </a>
        )}
      </nav>
    </>
  );
}

function hrefOfPage(search: URLSearchParams, cursor: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(search);
  next.delete('after');
  next.delete('pit');
  for (const [name, value] of Object.entries(cursor)) next.set(name, value);
  return hrefOf(searchPath, next);
}

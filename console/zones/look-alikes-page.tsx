import { type LookAlikeKind, LookAlikesDocument, type LookAlikesQuery } from '../generated/operations.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { formatTime } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { EmptyPanel, LoadingPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { SearchForm } from './search-form.js';
import { searchPath } from './search-page.js';

export const lookAlikesPath = '/look-alikes';
const pageSize = 100;

const fields = [
  { name: 'brand', label: 'Brand', placeholder: 'northwind' },
  { name: 'zone', label: 'Zone', placeholder: 'All' },
];

const differences: Readonly<Record<LookAlikeKind, string>> = {
  CONFUSABLE: 'Confusable characters',
  EDIT: 'One character different',
};

/** Registered domains that resemble a brand. */
export function LookAlikesPage() {
  const { search } = useLocation();
  const brand = search.get('brand') ?? '';
  const zone = search.get('zone') ?? '';
  const list = useGraphQuery({
    document: LookAlikesDocument,
    variables: {
      brand,
      first: pageSize,
      zones: zone === '' ? undefined : [zone],
      after: search.get('after') || undefined,
    },
    skip: brand === '',
  });
  return (
    <div className="page">
      <h1>Look-alikes</h1>
      <p className="hint">
        Registered domains that resemble a brand: confusable characters, or one character different.
      </p>
      <SearchForm path={lookAlikesPath} search={search} fields={fields} action="Search" />
      {brand === '' ? (
        <EmptyPanel title="Enter a brand">
          <p>
            Enter the brand without a zone, for example <code>northwind</code> for <code>northwind.com</code>.
          </p>
        </EmptyPanel>
      ) : list.failure !== undefined && !list.loading ? (
        <FailurePanel failure={list.failure} />
      ) : list.data === undefined ? (
        <LoadingPanel what="look-alikes" />
      ) : list.data.lookAlikes.nodes.length === 0 ? (
        <EmptyPanel title="No look-alikes found">
          <p>No domain in the imported zones resembles {brand}.</p>
        </EmptyPanel>
      ) : (
        <LookAlikeTable list={list.data.lookAlikes} search={search} stale={list.loading} />
      )}
    </div>
  );
}

interface LookAlikeTableProps {
  readonly list: NonNullable<LookAlikesQuery['lookAlikes']>;
  readonly search: URLSearchParams;
  readonly stale: boolean;
}

function LookAlikeTable({ list, search, stale }: LookAlikeTableProps) {
  const { nodes, pageInfo } = list;
  return (
    <>
      <div className="table-frame">
        <table className={stale ? 'table table-stale' : 'table'}>
          <thead>
            <tr>
              <th scope="col">Unicode name</th>
              <th scope="col">Domain</th>
              <th scope="col">Zone</th>
              <th scope="col">Difference</th>
              <th scope="col">First seen (UTC)</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((row) => (
              <tr key={row.domain.name}>
                <td>{row.unicodeName}</td>
                <td>
                  <a href={hrefOf(searchPath, new URLSearchParams({ zone: row.zone, search: row.domain.name }))}>
                    {row.domain.name}
                  </a>
                </td>
                <td>{row.zone}</td>
                <td>{differences[row.kind]}</td>
                <td>{formatTime(row.activeSince)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pageInfo.hasNextPage && (
        <nav className="pager" aria-label="Pagination">
          <a className="button button-small" href={hrefOfNext(search, pageInfo.endCursor ?? '')}>
            Next
          </a>
        </nav>
      )}
    </>
  );
}

function hrefOfNext(search: URLSearchParams, after: string): string {
  const next = new URLSearchParams(search);
  next.set('after', after);
  return hrefOf(lookAlikesPath, next);
}

import { LookAlikesDocument } from '../generated/operations.js';
import { DataTable } from '../shared/data-table.js';
import { useLocation } from '../shared/location.js';
import { PageLinks } from '../shared/page-links.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { lookAlikeColumns } from './look-alike-columns.js';

const pageSize = 100;

const fields = [
  { name: 'brand', label: 'Brand', placeholder: 'northwind' },
  { name: 'zone', label: 'Zone', placeholder: 'All' },
];

/** Registered domains that resemble a brand. */
export function LookAlikesPage() {
  const { search } = useLocation();
  const brand = search.get('brand') ?? '';
  const zone = search.get('zone') ?? '';
  const filter = { brand, zones: zone === '' ? undefined : [zone] };
  const list = useGraphQuery({
    document: LookAlikesDocument,
    variables: { ...filter, first: pageSize, after: search.get('after') || undefined },
    skip: brand === '',
  });
  return (
    <div className="page">
      <h1>Look-alikes</h1>
      <p className="hint">
        Registered domains that resemble a brand: confusable characters, or one character different.
      </p>
      <SearchForm fields={fields} action="Search" />
      {brand === '' ? (
        <EmptyPanel title="Enter a brand">
          <p>
            Enter the brand without a zone, for example <code>northwind</code> for <code>northwind.com</code>.
          </p>
        </EmptyPanel>
      ) : (
        <QueryPanel query={list} dataName="look-alikes">
          {({ lookAlikes: { nodes, pageInfo } }) => (
            <>
              <DataTable
                columns={lookAlikeColumns}
                rows={nodes}
                keyOf={(row) => row.domain.name}
                stale={list.loading}
                exported={{ path: 'api/look-alikes/export', filter }}
                none={
                  <EmptyPanel title="No look-alikes found">
                    <p>No domain in the imported zones resembles {brand}.</p>
                  </EmptyPanel>
                }
              />
              <PageLinks pageInfo={pageInfo} />
            </>
          )}
        </QueryPanel>
      )}
    </div>
  );
}

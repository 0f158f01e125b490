import { LookAlikesDocument } from '../generated/operations.js';
import { DataTable } from '../shared/data-table.js';
import { hrefOf } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { lookAlikeColumns } from './look-alikes-page.js';
import { lookAlikesPath } from './paths.js';

const maxRows = 20;

/** Other registered names that resemble the first label of a domain. */
export function DomainLookAlikes({ name }: { readonly name: string }) {
  const [brand = ''] = name.split('.');
  const query = useGraphQuery({ document: LookAlikesDocument, variables: { brand, first: maxRows } });
  return (
    <>
      <h2>Look-alikes</h2>
      <QueryPanel query={query} what="look-alikes">
        {({ lookAlikes }) => {
          const others = lookAlikes.nodes.filter(({ domain }) => domain.name !== name);
          return others.length === 0 ? (
            <p>No other name in the imported zones resembles {brand}.</p>
          ) : (
            <>
              <DataTable columns={lookAlikeColumns} rows={others} keyOf={({ domain }) => domain.name} />
              {lookAlikes.pageInfo.hasNextPage && (
                <p>
                  <a href={hrefOf(lookAlikesPath, new URLSearchParams({ brand }))}>All look-alikes of {brand}</a>
                </p>
              )}
            </>
          );
        }}
      </QueryPanel>
    </>
  );
}

import type { ReactNode } from 'react';
import { LookAlikesDocument } from '../generated/operations.js';
import { DataTable } from '../shared/data-table.js';
import { DomainLink } from '../shared/domain-link.js';
import { hrefOf } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { differences, type LookAlike, lookAlikeColumns } from './look-alike-columns.js';
import { lookAlikesPath } from './paths.js';

interface LookAlikesProps {
  readonly name: string;
}

/** Other registered names that resemble the first label of a domain. */
export function DomainLookAlikes({ name }: LookAlikesProps) {
  return (
    <>
      <h2>Look-alikes</h2>
      <OtherNames name={name} maxRows={20}>
        {(others) => <DataTable columns={lookAlikeColumns} rows={others} keyOf={({ domain }) => domain.name} />}
      </OtherNames>
    </>
  );
}

/** The look-alikes of a domain as a short list. */
export function LookAlikeList({ name }: LookAlikesProps) {
  return (
    <>
      <h4>Look-alikes</h4>
      <OtherNames name={name} maxRows={6}>
        {(others) => (
          <ul className="plain-list" aria-label="Look-alikes">
            {others.map(({ domain, kind }) => (
              <li key={domain.name}>
                <DomainLink name={domain.name} /> <span className="hint">{differences[kind]}</span>
              </li>
            ))}
          </ul>
        )}
      </OtherNames>
    </>
  );
}

interface OtherNamesProps extends LookAlikesProps {
  readonly maxRows: number;
  readonly children: (others: readonly LookAlike[]) => ReactNode;
}

/** The look-alikes without the domain itself, and a link to all of them. */
function OtherNames({ name, maxRows, children }: OtherNamesProps) {
  const [brand = ''] = name.split('.');
  const query = useGraphQuery({ document: LookAlikesDocument, variables: { brand, first: maxRows } });
  return (
    <QueryPanel query={query} dataName="look-alikes">
      {({ lookAlikes }) => {
        const others = lookAlikes.nodes.filter(({ domain }) => domain.name !== name);
        return others.length === 0 ? (
          <p>No other name in the imported zones resembles {brand}.</p>
        ) : (
          <>
            {children(others)}
            {lookAlikes.pageInfo.hasNextPage && (
              <p>
                <a href={hrefOf(lookAlikesPath, { brand })}>All look-alikes of {brand}</a>
              </p>
            )}
          </>
        );
      }}
    </QueryPanel>
  );
}

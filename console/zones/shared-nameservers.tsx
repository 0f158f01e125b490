import { useState } from 'react';
import { NameserverDomainsDocument, type NameserverDomainsQuery } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatTime, timeTitle } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { ListHead } from '../shared/list-head.js';
import { hrefOf } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { domainPath } from './paths.js';
import { TablePager } from './table-pager.js';

const pageSize = 50;

interface SharedNameserversProps {
  readonly name: string;
  /** Nameservers of the domain, 1 to 13. */
  readonly nameservers: readonly string[];
}

/** The domains that use the same nameservers, loaded on request, because the search reads an index of all zones. */
export function SharedNameservers({ name, nameservers }: SharedNameserversProps) {
  const [isWanted, setWanted] = useState(false);
  const [after, setAfter] = useState<string>();
  const query = useGraphQuery({
    document: NameserverDomainsDocument,
    variables: { nameservers: [...nameservers], first: pageSize, after },
    skip: !isWanted,
  });
  return (
    <>
      <h2>Domains with the same nameservers</h2>
      {isWanted ? (
        <QueryPanel query={query} what="domains">
          {({ nameserverDomains: { nodes, pageInfo } }) => {
            const others = nodes.filter(({ domain }) => domain !== name);
            return (
              <>
                {others.length > 0 && (
                  <>
                    <ListHead exported={{ path: 'api/nameserver-domains/export', filter: { nameservers } }} />
                    <DataTable columns={columns} rows={others} keyOf={({ domain }) => domain} stale={query.loading} />
                  </>
                )}
                {others.length === 0 && <p>No other domain on this page uses all of them.</p>}
                <TablePager label="Pages of domains" {...{ after, setAfter, pageInfo }} />
              </>
            );
          }}
        </QueryPanel>
      ) : (
        <p>
          <button type="button" className="button button-wrap" onClick={() => setWanted(true)}>
            Find domains that use {nameservers.join(', ')}
          </button>
        </p>
      )}
    </>
  );
}

type Row = NonNullable<NameserverDomainsQuery['nameserverDomains']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Domain',
    cell: ({ domain }) => (
      <a href={hrefOf(domainPath, new URLSearchParams({ name: domain }))}>
        <HostName name={domain} />
      </a>
    ),
  },
  { title: timeTitle('Since'), className: 'row-time', cell: ({ since }) => formatTime(since) },
  { title: 'Nameservers', className: 'cell-wide', cell: ({ nameservers }) => nameservers.join(', ') },
];

import { useState } from 'react';
import { NameserverDomainsDocument, type NameserverDomainsQuery } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { hrefOfDomain } from '../shared/domain-link.js';
import { HostName } from '../shared/host-name.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
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
        <QueryPanel query={query} dataName="domains">
          {({ nameserverDomains: { nodes, pageInfo } }) => {
            const others = nodes.filter(({ domain }) => domain !== name);
            return (
              <>
                <DataTable
                  columns={columns}
                  rows={others}
                  keyOf={({ domain }) => domain}
                  stale={query.loading}
                  exported={{ path: 'api/nameserver-domains/export', filter: { nameservers } }}
                  none="No other domain on this page uses all of these nameservers."
                />
                <TablePager label="Pages of domains" {...{ after, setAfter, pageInfo }} />
              </>
            );
          }}
        </QueryPanel>
      ) : (
        <p>
          <Button className="button-wrap" onClick={() => setWanted(true)}>
            Find domains that use {nameservers.join(', ')}
          </Button>
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
      <a href={hrefOfDomain(domain)}>
        {' '}
        <HostName name={domain} />{' '}
      </a>
    ),
  },
  timeColumn('Since', ({ since }) => since),
  { title: 'Nameservers', className: 'cell-wide', cell: ({ nameservers }) => nameservers.join(', ') },
];

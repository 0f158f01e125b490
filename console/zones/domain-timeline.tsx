import { type ReactNode, useState } from 'react';
import { emptyFilter } from '../alerts/filter.js';
import { hrefOfAlert } from '../alerts/list-location.js';
import { DomainTimelineDocument, type DomainTimelineQuery } from '../generated/operations.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { formatEnum } from '../shared/format.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Changes } from './domain-history.js';
import { TablePager } from './table-pager.js';

const pageSize = 50;

/**
 * The history of a domain, newest first: changes in zones, registration, stored dossiers, logged certificates, and hits
 * and alerts of brands.
 */
export function DomainTimeline({ name }: { readonly name: string }) {
  const [after, setAfter] = useState<string>();
  const query = useGraphQuery({ document: DomainTimelineDocument, variables: { name, first: pageSize, after } });
  return (
    <>
      <h2>Timeline</h2>
      <QueryPanel query={query} dataName="events">
        {({ domain: { timeline } }) => (
          <>
            <DataTable
              columns={columns}
              rows={timeline.nodes}
              keyOf={(event) => JSON.stringify(event)}
              stale={query.loading}
              none="No event of this domain is stored."
            />
            <TablePager label="Pages of the timeline" {...{ after, setAfter }} pageInfo={timeline.pageInfo} />
          </>
        )}
      </QueryPanel>
    </>
  );
}

type Event = NonNullable<DomainTimelineQuery['domain']>['timeline']['nodes'][number];

const columns: readonly Column<Event>[] = [
  timeColumn('Time', ({ occurredAt }) => occurredAt),
  { title: 'Event', isMain: true, cell: ({ kind }) => formatEnum(kind) },
  { title: 'Zone', cell: ({ zone }) => zone ?? '' },
  { title: 'Details', className: 'cell-wide', cell: detailsOf },
];

function detailsOf({ before, after, brand, actor, note, changes, certificate, alert }: Event): ReactNode {
  if (changes.length > 0) return <Changes changes={changes} />;
  if (alert !== null) return <a href={hrefOfAlert(emptyFilter, alert.id)}>{brand}</a>;
  const servers = [before, after].map((names) => names.join(', '));
  const change = before.length > 0 && after.length > 0 ? servers.join(' → ') : servers.join('');
  const issued = certificate && `${certificate.name}, issued by ${certificate.issuer}`;
  return [change, brand, issued, actor && `by ${actor}`, note].filter(Boolean).join('; ');
}

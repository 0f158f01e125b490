import { DriveChangesDocument, type DriveChangesQuery } from '../generated/operations.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { formatEnum } from '../shared/format.js';
import { ListHead } from '../shared/list-head.js';
import { useLocation } from '../shared/location.js';
import { PageLinks } from '../shared/page-links.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

const pageSize = 25;

/** Changes of files and folders of a site, newest first. */
export function DriveChanges({ siteId }: { readonly siteId: string }) {
  const { search } = useLocation();
  const changes = useGraphQuery({
    document: DriveChangesDocument,
    variables: { siteId, first: pageSize, after: search.get('after') || undefined },
  });
  return (
    <>
      <h3>Changes</h3>
      <ListHead exported={{ path: 'api/drive-changes/export', filter: { siteId } }} />
      <QueryPanel query={changes} dataName="changes">
        {({ driveSite: { changes: page } }) => (
          <>
            <DataTable
              columns={columns}
              rows={page.nodes}
              keyOf={({ number }) => String(number)}
              stale={changes.loading}
              none="No changes yet."
            />
            <PageLinks label="Pages of changes" next="Earlier changes" pageInfo={page.pageInfo} />
          </>
        )}
      </QueryPanel>
    </>
  );
}

type Change = NonNullable<DriveChangesQuery['driveSite']>['changes']['nodes'][number];

const columns: readonly Column<Change>[] = [
  timeColumn('Time', ({ at }) => at),
  { title: 'Change', cell: ({ kind }) => formatEnum(kind) },
  {
    title: 'Name',
    isMain: true,
    className: 'cell-breaks',
    cell: ({ name, previousName, item }) => (
      <>
        {name}
        {previousName !== null && previousName !== name && <span className="row-second">was {previousName}</span>}
        {item?.path !== undefined && item.path !== null && <span className="row-second">{item.path}</span>}
      </>
    ),
  },
  { title: 'Content', cell: ({ item }) => contentOf(item) },
];

function contentOf(item: Change['item']): string {
  if (item === null || item.isFolder) {
    return '';
  }
  return item.downloadError ?? formatEnum(item.contentState);
}

import { DriveChangesDocument, type DriveChangesQuery } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatEnum, formatTime, timeTitle } from '../shared/format.js';
import { ListHead } from '../shared/list-head.js';
import { hrefOfPage } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

const pageSize = 25;

interface DriveChangesProps {
  readonly siteId: string;
  readonly path: string;
  readonly search: URLSearchParams;
}

/** Changes of files and folders of a site, newest first. */
export function DriveChanges({ siteId, path, search }: DriveChangesProps) {
  const changes = useGraphQuery({
    document: DriveChangesDocument,
    variables: { siteId, first: pageSize, after: search.get('after') || undefined },
  });
  return (
    <>
      <h3>Changes</h3>
      <ListHead exported={{ path: 'api/drive-changes/export', filter: { siteId } }} />
      <QueryPanel query={changes} what="changes">
        {({ driveSite }) => {
          const { nodes = [], pageInfo } = driveSite?.changes ?? {};
          return nodes.length === 0 ? (
            <p>No changes yet.</p>
          ) : (
            <>
              <DataTable
                columns={columns}
                rows={nodes}
                keyOf={({ number }) => String(number)}
                stale={changes.loading}
              />
              {pageInfo?.hasNextPage && (
                <nav className="pager" aria-label="Pages of changes">
                  <a
                    className="button button-small"
                    href={hrefOfPage(path, search, { after: pageInfo.endCursor ?? '' })}
                  >
                    Earlier changes
                  </a>
                </nav>
              )}
            </>
          );
        }}
      </QueryPanel>
    </>
  );
}

type Change = NonNullable<DriveChangesQuery['driveSite']>['changes']['nodes'][number];

const columns: readonly Column<Change>[] = [
  { title: timeTitle('Time'), className: 'row-time', cell: ({ at }) => formatTime(at) },
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

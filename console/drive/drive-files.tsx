import { emptyFilter } from '../alerts/filter.js';
import { hrefOfAlert } from '../alerts/list-location.js';
import { DriveFilesDocument, type DriveFilesQuery } from '../generated/operations.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatBytes, formatCount, formatEnum } from '../shared/format.js';
import { ListHead } from '../shared/list-head.js';
import { useLocation } from '../shared/location.js';
import { choiceOf } from '../shared/paged-list.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { FileLink } from './file-link.js';
import { FilePreview } from './file-preview.js';

const states = ['STORED', 'PENDING', 'FAILED', 'MALWARE', 'EXCLUDED'] as const;
export type FileState = (typeof states)[number];
const fields = [
  { name: 'name', label: 'Name contains' },
  { name: 'state', label: 'Content', options: optionsOf(states) },
];

/** Maximum number of matches that are shown. A longer search term can find others. */
const maxFiles = 100;
/** Number of files that are shown before a search, newest first. */
const newestFiles = 10;

/** Files and folders of a site, searched by a substring of the name and by the state of the content, with previews. */
export function DriveFiles({ siteId }: { readonly siteId: string }) {
  const { search } = useLocation();
  const [name, state] = [search.get('name') ?? '', choiceOf(search, 'state', states)];
  const isSearch = name !== '' || state !== undefined;
  const files = useGraphQuery({
    document: DriveFilesDocument,
    variables: { siteId, name, ...conditionOf(state), first: isSearch ? maxFiles : newestFiles },
  });
  return (
    <>
      <h3>Files</h3>
      <ListHead exported={{ path: 'api/drive-items/export', filter: { siteId }, isUnfiltered: true }} />
      <SearchForm fields={fields} />
      <QueryPanel query={files} dataName="files">
        {({ driveSite: { foundItems: rows } }) => (
          <>
            <p role="status">{isSearch ? countFound(rows.length) : 'The most recently changed files and folders.'}</p>
            <DataTable columns={columns} rows={rows} keyOf={({ id }) => id} stale={files.loading} none={null} />
          </>
        )}
      </QueryPanel>
    </>
  );
}

/**
 * Conditions that select the same files as the counts of the site: failed downloads exclude files with malware, and
 * excluded files are neither pending nor failed.
 */
function conditionOf(state: FileState | undefined) {
  switch (state) {
    case 'MALWARE':
      return { hasMalware: true };
    case 'EXCLUDED':
      return { isExcluded: true };
    case 'FAILED':
      return { contentState: state, hasMalware: false, isExcluded: false };
    case 'PENDING':
      return { contentState: state, isExcluded: false };
    default:
      return { contentState: state };
  }
}

function countFound(count: number): string {
  return count === maxFiles
    ? `The ${maxFiles} most recently changed matches; enter a longer part of the name to find others.`
    : `${formatCount(count, 'file or folder', 'files and folders')} found`;
}

type Row = NonNullable<DriveFilesQuery['driveSite']>['foundItems'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Name',
    className: 'cell-breaks',
    cell: ({ name, webUrl }) => <FileLink href={webUrl} name={name} />,
    secondLine: ({ path }) => path,
  },
  timeColumn('Changed', ({ modifiedAt }) => modifiedAt, { absent: '–', secondLine: ({ modifiedBy }) => modifiedBy }),
  {
    title: 'Size',
    className: 'table-number',
    cell: ({ size, isFolder }) => (isFolder ? '' : formatBytes(Number(size))),
  },
  {
    title: 'Content',
    className: 'cell-breaks',
    cell: ({ isFolder, contentState, downloadError, malware, isExcluded }) => (
      <>
        {isFolder ? 'Folder' : formatEnum(contentState)}
        <span className="row-second">{malware ?? downloadError ?? ''}</span>
        {isExcluded && <span className="row-second">Excluded by the site filter</span>}
      </>
    ),
  },
  {
    title: 'Evidence for',
    className: 'cell-wide',
    cell: ({ alerts }) =>
      alerts
        .filter((alert) => alert !== null)
        .map(({ id, tenantId, endpointId }) => (
          <a key={id} className="link-block" href={hrefOfAlert({ ...emptyFilter, tenant: tenantId }, id)}>
            {endpointId}
          </a>
        )),
  },
  {
    title: 'Preview',
    className: 'cell-wide',
    cell: ({ isFolder, contentState, siteId, itemId, path, name }) =>
      !isFolder && contentState === 'STORED' && <FilePreview {...{ siteId, itemId }} name={path ?? name} />,
  },
];

import { DriveTreeDocument, type DriveTreeQuery } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatBytes, formatTime, timeTitle } from '../shared/format.js';
import { hrefOf, hrefOfPage, relativeUrl, useLocation } from '../shared/location.js';
import { PageLinks } from '../shared/page-links.js';
import { pageVariables } from '../shared/paged-list.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { EmptyPanel } from '../shared/states.js';
import { parseInstant } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { drivePath, treePath } from './paths.js';
import { TreeDownload } from './tree-summary.js';

const fields = [{ name: 'at', label: 'As of (UTC)', type: 'datetime-local' as const }];

/** A folder of a site at a point in time, with links that download single files or the folder as an archive. */
export function TreePage() {
  const { search } = useLocation();
  const siteId = search.get('site');
  return (
    <div className="page">
      <h1>File history</h1>
      {siteId === null ? <SiteNotFound /> : <Tree key={siteId} siteId={siteId} search={search} />}
    </div>
  );
}

function SiteNotFound() {
  return (
    <EmptyPanel title="Site not found">
      <p>
        Select a site on the <a href={hrefOf(drivePath)}>Drive</a> page.
      </p>
    </EmptyPanel>
  );
}

/** A time after every change. By the clock of this computer, the newest changes can be in the future. */
const latest = '9999-12-31T23:59:59Z';

/**
 * The point in time that the URL names. A time takes precedence over a change; without both, the files are the current
 * ones.
 */
function momentOf(search: URLSearchParams): { at?: string; change?: number } {
  const at = parseInstant(search.get('at'));
  if (at !== undefined) return { at };
  const change = search.get('change');
  if (change !== null && /^\d{1,15}$/.test(change)) return { change: Number(change) };
  return { at: latest };
}

function Tree({ siteId, search }: { readonly siteId: string; readonly search: URLSearchParams }) {
  const folder = search.get('folder') || '/';
  const variables = { siteId, folder, ...momentOf(search), ...pageVariables(search) };
  const tree = useGraphQuery({ document: DriveTreeDocument, variables });
  return (
    <>
      <SearchForm fields={fields} />
      {search.has('at') || search.has('change') || (
        <p className="hint">Current files. Enter a time to show earlier ones.</p>
      )}
      <QueryPanel query={tree} dataName="the files">
        {({ driveSite }) => <Folder {...{ siteId, driveSite, search, folder }} stale={tree.loading} />}
      </QueryPanel>
    </>
  );
}

type Site = NonNullable<DriveTreeQuery['driveSite']>;

interface FolderProps {
  readonly siteId: string;
  readonly driveSite: Site;
  readonly search: URLSearchParams;
  readonly folder: string;
  readonly stale: boolean;
}

function Folder({ siteId, driveSite, search, folder, stale }: FolderProps) {
  const { name, hostname, path, tree } = driveSite;
  return (
    <>
      <h2>{name}</h2>
      <FolderLinks folder={folder} search={search} />
      {tree === null ? (
        <EmptyPanel title="Folder not found">
          <p>
            The folder does not exist at the selected time (default: now). Enter another time, or open the parent
            folder.
          </p>
        </EmptyPanel>
      ) : (
        <>
          <TreeDownload key={tree.folder} site={{ siteId, hostname, path }} tree={tree} />
          <DataTable
            columns={columnsOf(search)}
            rows={tree.entries.nodes}
            keyOf={(entry) => entry.path}
            stale={stale}
            none="No files or folders."
          />
          <PageLinks next="More files" pageInfo={tree.entries.pageInfo} />
        </>
      )}
    </>
  );
}

/** Links to the parent folders, each with its name. */
function FolderLinks({ folder, search }: { readonly folder: string; readonly search: URLSearchParams }) {
  const names = folder.split('/').filter((name) => name !== '');
  const folders = names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }));
  const ancestors = [{ name: 'All files', path: '/' }, ...folders];
  return (
    <nav aria-label="Parent folders">
      <p className="cell-breaks">
        {ancestors.map(({ name, path }, index) => (
          <span key={path}>
            {index > 0 && ' / '}
            {index === ancestors.length - 1 ? name : <a href={hrefOfFolder(search, path)}>{name}</a>}
          </span>
        ))}
      </p>
    </nav>
  );
}

function hrefOfFolder(search: URLSearchParams, folder: string): string {
  const next = new URLSearchParams(search);
  folder === '/' ? next.delete('folder') : next.set('folder', folder);
  return hrefOfPage(treePath, next, { after: '' });
}

type Entry = NonNullable<Site['tree']>['entries']['nodes'][number];

function columnsOf(search: URLSearchParams): readonly Column<Entry>[] {
  return [
    {
      title: 'Name',
      className: 'cell-breaks',
      cell: ({ name, path, isFolder }) => (isFolder ? <a href={hrefOfFolder(search, path)}>{name}</a> : name),
    },
    {
      title: timeTitle('Changed'),
      className: 'row-time',
      cell: ({ isFolder, version }) =>
        !isFolder && (version?.modifiedAt == null ? '–' : formatTime(version.modifiedAt)),
      secondLine: ({ isFolder, version }) => !isFolder && version?.modifiedBy,
    },
    {
      title: 'Size',
      className: 'table-number',
      cell: ({ version }) => (version === null ? '' : formatBytes(Number(version.size))),
    },
    {
      title: 'Content',
      cell: ({ name, isFolder, version }) => {
        if (isFolder) return 'Folder';
        return version === null ? (
          'Not stored'
        ) : (
          <a href={relativeUrl(version.contentLink)} download={name} aria-label={`Download: ${name}`}>
            Download
          </a>
        );
      },
    },
  ];
}

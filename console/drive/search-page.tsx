import { DriveSearchDocument, type DriveSearchQuery } from '../generated/operations.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { formatBytes, formatCount } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { PageLinks } from '../shared/page-links.js';
import { choiceOf, pageVariables } from '../shared/paged-list.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { EmptyPanel } from '../shared/states.js';
import { parseInstant } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { FileLink } from './file-link.js';
import { FilePreview } from './file-preview.js';

const scopes = ['NAMES', 'TEXTS'] as const;
const fields = [
  { name: 'query', label: 'Words', placeholder: 'invoice "harbor office" -draft', isMain: true },
  {
    name: 'in',
    label: 'In',
    unset: 'Names and contents',
    options: [
      ['NAMES', 'Names'],
      ['TEXTS', 'Contents'],
    ] as const,
  },
  { name: 'folder', label: 'Below the folder', placeholder: '/reports' },
  { name: 'extension', label: 'Extension', placeholder: 'pdf' },
  { name: 'from', label: 'Modified from (UTC)', type: 'date' as const },
];

/** Files and folders of all sites by their names and by the text of documents, best match first. */
export function SearchPage() {
  const { search } = useLocation();
  const query = search.get('query') ?? '';
  return (
    <div className="page">
      <h1>Search files</h1>
      <p className="hint">
        All words must occur. Put phrases in double quotes, <code>or</code> between alternatives, and <code>-</code>{' '}
        before words that must not occur. Documents are searched by their newest content.
      </p>
      <SearchForm fields={fields} action="Search" />
      {query !== '' && <Results search={search} query={query} />}
    </div>
  );
}

function Results({ search, query }: { readonly search: URLSearchParams; readonly query: string }) {
  const extension = search.get('extension') ?? '';
  const filter = {
    folder: search.get('folder') || null,
    extensions: extension === '' ? null : extension.split(/[\s,]+/),
    modifiedFrom: parseInstant(search.get('from')),
  };
  const found = useGraphQuery({
    document: DriveSearchDocument,
    variables: { query, scope: choiceOf(search, 'in', scopes), filter, ...pageVariables(search) },
  });
  return (
    <QueryPanel query={found} dataName="the search">
      {({ driveSearch }) => {
        const { nodes, pageInfo, storesText, isBounded, pendingExtractionCount } = driveSearch;
        return (
          <>
            {!storesText && <p className="notice">Stored contents are encrypted, so only names are searched.</p>}
            {isBounded && (
              <p className="notice">
                The text of more than 10,000 files matches. Only the 10,000 most recently modified of them are included;
                add words or a filter to find others.
              </p>
            )}
            {pendingExtractionCount > 0 && (
              <p className="notice">
                The text of {formatCount(pendingExtractionCount, 'stored file')} has not been extracted yet; results may
                be incomplete.
              </p>
            )}
            <DataTable
              columns={columns}
              rows={nodes}
              keyOf={keyOf}
              stale={found.loading}
              none={
                <EmptyPanel title="No files found">
                  <p>Use fewer words or filters. Words must be complete and spelled as in the text.</p>
                </EmptyPanel>
              }
            />
            <PageLinks next="More results" pageInfo={pageInfo} />
          </>
        );
      }}
    </QueryPanel>
  );
}

type Result = NonNullable<DriveSearchQuery['driveSearch']>['nodes'][number];

function keyOf({ item }: Result): string {
  return item?.id ?? '';
}

const columns: readonly Column<Result>[] = [
  {
    title: 'Name',
    className: 'cell-wide',
    cell: ({ item, snippet }) =>
      item !== null && (
        <>
          <FileLink href={item.webUrl} name={item.name} />
          <span className="row-second">{item.path ?? ''}</span>
          <Snippet parts={snippet} />
        </>
      ),
  },
  {
    title: 'Site',
    className: 'cell-breaks',
    cell: ({ item }) => (item?.site == null ? '' : `${item.site.hostname}${item.site.path}`),
  },
  timeColumn('Changed', ({ item }) => item?.modifiedAt, { absent: '–', secondLine: ({ item }) => item?.modifiedBy }),
  {
    title: 'Size',
    className: 'table-number',
    cell: ({ item }) => (item === null || item.isFolder ? '' : formatBytes(Number(item.size))),
  },
  {
    title: 'Preview',
    className: 'cell-wide',
    cell: ({ item }) =>
      item !== null &&
      !item.isFolder &&
      item.contentState === 'STORED' && (
        <FilePreview siteId={item.siteId} itemId={item.itemId} name={item.path ?? item.name} />
      ),
  },
];

/** The matching part of a text, with the matches marked. */
function Snippet({ parts }: { readonly parts: Result['snippet'] }) {
  if (parts.length === 0) return null;
  return (
    <span className="row-second" dir="auto">
      {parts.map(({ text, isMatch }, index) => {
        const key = `${index} ${text}`;
        return isMatch ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
      })}
    </span>
  );
}

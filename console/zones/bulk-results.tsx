import { useState } from 'react';
import { BulkRdapResultsDocument } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { ChoiceField, optionsOf } from '../shared/fields.js';
import { formatEnum, formatTime, timeTitle } from '../shared/format.js';
import { type GraphFailure, runOperation } from '../shared/graph-client.js';
import { hrefOf } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { saveFile } from '../shared/save-file.js';
import { asFailure, useGraphQuery } from '../shared/use-graph-query.js';
import { type Result, type ResultFile, resultFile } from './bulk-file.js';
import { domainPath } from './paths.js';
import { TablePager } from './table-pager.js';

const pageSize = 50;
const exportPageSize = 500;
const statuses = ['FOUND', 'NOT_FOUND', 'FAILED', 'WAITING'] as const;
type Status = (typeof statuses)[number];

interface BulkResultsProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The results of a bulk lookup, by page and as a file. */
export function BulkResults({ id, onClose }: BulkResultsProps) {
  const [status, setStatus] = useState<Status>();
  const [after, setAfter] = useState<string>();
  const filter = status === undefined ? {} : { statuses: [status] };
  const query = useGraphQuery({
    document: BulkRdapResultsDocument,
    variables: { id, ...filter, first: pageSize, after },
  });
  return (
    <section aria-label="Results">
      <h3>Results</h3>
      <div className="line-form">
        <ChoiceField
          label="Status"
          options={[['', 'All'], ...optionsOf(statuses)]}
          value={status ?? ''}
          onChange={(chosen) => {
            setAfter(undefined);
            setStatus(chosen === '' ? undefined : chosen);
          }}
        />
        <Download id={id} filter={filter} />
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
      <QueryPanel query={query} what="results">
        {({ bulkRdapLookup: { results } }) =>
          results.nodes.length === 0 ? (
            <p>No name has this status.</p>
          ) : (
            <>
              <DataTable columns={columns} rows={results.nodes} keyOf={({ domain }) => domain} stale={query.loading} />
              <TablePager label="Pages of results" {...{ after, setAfter }} pageInfo={results.pageInfo} />
            </>
          )
        }
      </QueryPanel>
    </section>
  );
}

const columns: readonly Column<Result>[] = [
  {
    title: 'Domain',
    className: 'cell-breaks',
    cell: ({ domain }) => <a href={hrefOf(domainPath, new URLSearchParams({ name: domain }))}>{domain}</a>,
  },
  {
    title: 'Status',
    cell: ({ status, message }) => (
      <>
        {formatEnum(status)}
        <span className="row-second">{message ?? ''}</span>
      </>
    ),
  },
  { title: 'Registrar', cell: ({ dossier }) => dossier?.registrar.name ?? '' },
  {
    title: timeTitle('Expires'),
    className: 'row-time',
    cell: ({ dossier }) => (dossier?.lifecycle.expires ? formatTime(dossier.lifecycle.expires) : ''),
  },
  { title: 'Statuses', className: 'cell-breaks', cell: ({ dossier }) => dossier?.statuses.join(', ') ?? '' },
  { title: 'Nameservers', className: 'cell-breaks', cell: ({ dossier }) => dossier?.nameservers.join(', ') ?? '' },
];

interface DownloadProps {
  readonly id: string;
  readonly filter: { readonly statuses?: Status[] };
}

/** Saves all results that match the filter as a file. They are read page by page. */
function Download({ id, filter }: DownloadProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<GraphFailure>();

  async function download(format: ResultFile) {
    setBusy(true);
    setFailure(undefined);
    try {
      const rows: Result[] = [];
      let after: string | undefined;
      do {
        const variables = { id, ...filter, first: exportPageSize, after };
        const { bulkRdapLookup } = await runOperation({ document: BulkRdapResultsDocument, variables });
        rows.push(...bulkRdapLookup.results.nodes);
        const { hasNextPage, endCursor } = bulkRdapLookup.results.pageInfo;
        after = hasNextPage ? (endCursor ?? undefined) : undefined;
      } while (after !== undefined);
      saveFile(resultFile(format, rows), `registrations.${format}`);
    } catch (error) {
      setFailure(asFailure(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {(['csv', 'ndjson'] as const).map((format) => (
        <button key={format} type="button" className="button" disabled={busy} onClick={() => void download(format)}>
          Save as {format.toUpperCase()}
        </button>
      ))}
      {failure !== undefined && <FailurePanel failure={failure} />}
    </>
  );
}

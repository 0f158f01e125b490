import { useState } from 'react';
import { BulkRdapResultsDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { DomainLink } from '../shared/domain-link.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { optionsOf, SelectField } from '../shared/fields.js';
import { formatEnum, formatTime, timeTitle } from '../shared/format.js';
import { runOperation } from '../shared/graph-client.js';
import { QueryPanel } from '../shared/query-panel.js';
import { saveFile } from '../shared/save-file.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useTask } from '../shared/use-task.js';
import { type Result, type ResultFormat, resultFile } from './bulk-file.js';
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
        <SelectField
          label="Status"
          options={[['', 'All'], ...optionsOf(statuses)]}
          value={status ?? ''}
          onChange={(chosen) => {
            setAfter(undefined);
            setStatus(chosen === '' ? undefined : chosen);
          }}
        />
        <Download id={id} filter={filter} />
        <Button onClick={onClose}>Close</Button>
      </div>
      <QueryPanel query={query} dataName="results">
        {({ bulkRdapLookup: { results } }) => (
          <>
            <DataTable
              columns={columns}
              rows={results.nodes}
              keyOf={({ domain }) => domain}
              stale={query.loading}
              none="No names have this status."
            />
            <TablePager label="Pages of results" {...{ after, setAfter }} pageInfo={results.pageInfo} />
          </>
        )}
      </QueryPanel>
    </section>
  );
}

const columns: readonly Column<Result>[] = [
  { title: 'Domain', className: 'cell-breaks', cell: ({ domain }) => <DomainLink name={domain} /> },
  { title: 'Status', cell: ({ status }) => formatEnum(status), secondLine: ({ message }) => message },
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
  const { run, busy, failure } = useTask(async (format: ResultFormat) => {
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
  });

  return (
    <>
      {(['csv', 'ndjson'] as const).map((format) => (
        <Button key={format} disabled={busy} onClick={() => void run(format)}>
          Save as {format.toUpperCase()}
        </Button>
      ))}
      {failure !== undefined && <FailurePanel failure={failure} />}
    </>
  );
}

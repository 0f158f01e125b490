import { type FormEvent, useState } from 'react';
import {
  BulkRdapLookupsDocument,
  type BulkRdapLookupsQuery,
  CancelBulkRdapLookupDocument,
  StartBulkRdapLookupDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { Button } from '../shared/button.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { useTextDraft } from '../shared/drafts.js';
import { TextAreaField } from '../shared/fields.js';
import { formatCount, formatEnum, formatNumber, formatTimeInZone } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useTenantChoice } from '../shared/selected-tenant.js';
import { EmptyPanel } from '../shared/states.js';
import { TenantField, tenantInput } from '../shared/tenant-field.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { useRefreshWhile } from '../shared/use-refresh-while.js';
import { BulkResults } from './bulk-results.js';

const maxLookups = 50;
const refreshMs = 2000;

type Lookup = NonNullable<BulkRdapLookupsQuery['bulkRdapLookups']>[number];

/** Lists of names that are looked up in the background, with their progress and results. */
export function BulkLookups() {
  const query = useGraphQuery({ document: BulkRdapLookupsDocument, variables: { first: maxLookups } });
  const canManage = usePermissions().includes('rdap.manage');
  const [shownId, setShown] = useState<string>();
  const isRunning = query.data?.bulkRdapLookups.some(({ state }) => state === 'RUNNING') ?? false;
  useRefreshWhile(isRunning, { query, intervalMs: refreshMs });
  return (
    <>
      <h2>Bulk lookups</h2>
      {canManage && <BulkForm />}
      <QueryPanel query={query} dataName="bulk lookups">
        {({ bulkRdapLookups }) => (
          <DataTable
            columns={[...columns, actionsColumn({ canManage, onShow: setShown })]}
            rows={bulkRdapLookups}
            keyOf={({ id }) => id}
            none={
              <EmptyPanel title="No bulk lookups">
                <p>
                  Start a bulk lookup here, or on the command line: <code>rampart rdap bulk start FILE</code>
                </p>
              </EmptyPanel>
            }
          />
        )}
      </QueryPanel>
      {shownId !== undefined && <BulkResults key={shownId} id={shownId} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface LookupActions {
  readonly canManage: boolean;
  readonly onShow: (id: string) => void;
}

function actionsColumn({ canManage, onShow }: LookupActions): Column<Lookup> {
  return {
    title: 'Actions',
    cell: ({ id, state, createdBy }) => (
      <div className="row-actions">
        <Button size="small" onClick={() => onShow(id)}>
          Results
        </Button>
        {canManage && state === 'RUNNING' && (
          <ActionButton
            label="Cancel"
            subject={`bulk lookup by ${createdBy}`}
            document={CancelBulkRdapLookupDocument}
            variables={{ input: { id } }}
            consequence="The remaining names are not looked up. The results remain available."
            isDestructive
          />
        )}
      </div>
    ),
  };
}

const columns: readonly Column<Lookup>[] = [
  timeColumn('Started', ({ createdAt }) => createdAt),
  { title: 'By', cell: ({ createdBy }) => createdBy },
  { title: 'Progress', cell: (lookup) => <Progress lookup={lookup} /> },
  { title: 'Waiting for', className: 'cell-breaks', cell: waitsOf },
  {
    title: 'State',
    cell: ({ state }) => formatEnum(state),
    secondLine: ({ finishedAt, error }) => error ?? (finishedAt === null ? '' : formatTimeInZone(finishedAt)),
  },
];

function Progress({ lookup: { count, progress } }: { readonly lookup: Lookup }) {
  const { foundCount, notFoundCount, failedCount, waitingCount, failures, estimatedEndAt } = progress;
  const kinds = failures.map(({ reason, count: failed }) => `${formatNumber(failed)} ${reason}`).join(', ');
  const text = `${formatNumber(count - waitingCount)} of ${formatCount(count, 'name')}`;
  const details = [
    `${formatNumber(foundCount)} found`,
    notFoundCount > 0 && `${formatNumber(notFoundCount)} not found`,
    failedCount > 0 && `${formatNumber(failedCount)} failed (${kinds})`,
    estimatedEndAt !== null && `estimated end ${formatTimeInZone(estimatedEndAt)}`,
  ];
  return (
    <>
      <progress aria-label={text} max={count} value={count - waitingCount} />
      <span className="row-second">{[text, ...details].filter(Boolean).join(', ')}</span>
    </>
  );
}

function waitsOf({ progress: { waits, resumesAt } }: Lookup) {
  return (
    <ul>
      {resumesAt !== null && <li>lookup limit reached; lookups resume at {formatTimeInZone(resumesAt)}</li>}
      {waits.map(({ server, until, message, count }) => (
        <li key={server}>
          {new URL(server).host}, {formatTimeInZone(until)}: {formatCount(count, 'name')}
          <span className="row-second">{message}</span>
        </li>
      ))}
    </ul>
  );
}

function BulkForm() {
  const [text, setText, removeSent] = useTextDraft({ kind: 'bulk-lookup', id: '' });
  const [tenantId, setTenantId] = useTenantChoice();
  const { busy, data, failure, run } = useMutation(StartBulkRdapLookupDocument);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const lines = text.split('\n').map((line) => line.trim());
    const domains = lines.filter((line) => line !== '');
    if ((await run({ input: { domains, tenantId: tenantInput(tenantId) } })) !== undefined) {
      removeSent(text);
    }
  }

  const startedLookup = data?.startBulkRdapLookup;
  return (
    <form className="create-form" aria-label="New bulk lookup" onSubmit={(event) => void submit(event)}>
      <TextAreaField label="Domain names (label.tld), one per line" required rows={4} value={text} onChange={setText} />
      <TenantField value={tenantId} onChange={setTenantId} />
      <Button type="submit" variant="main" disabled={busy}>
        Look up
      </Button>
      <MutationResult failure={failure} success={startedLookup && outcomeOf(startedLookup)} />
      {startedLookup !== undefined && startedLookup.invalid.length > 0 && (
        <ul aria-label="Invalid names">
          {startedLookup.invalid.slice(0, 100).map(({ line, name, message }) => (
            <li key={line}>
              {name}: {message}
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

interface Started {
  readonly lookup: { readonly count: number } | null;
  readonly invalid: readonly unknown[];
  readonly duplicateCount: number;
}

function outcomeOf({ lookup, invalid, duplicateCount }: Started): string {
  const parts = [
    lookup === null ? 'No valid names' : `${formatCount(lookup.count, 'name')} will be looked up`,
    duplicateCount > 0 && `${formatNumber(duplicateCount)} repeated`,
    invalid.length > 0 && `${formatNumber(invalid.length)} invalid`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

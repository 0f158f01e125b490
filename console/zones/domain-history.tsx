import { type FormEvent, useState } from 'react';
import {
  DomainWatchesDocument,
  type DomainWatchesQuery,
  RdapChangesDocument,
  WatchDomainDocument,
} from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { SelectField } from '../shared/fields.js';
import { formatCount, formatEnum, formatTime, formatTimeInZone } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useTenantChoice } from '../shared/selected-tenant.js';
import { useSession } from '../shared/session-store.js';
import { TenantField, tenantInput } from '../shared/tenant-field.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { UnwatchButton } from './unwatch-button.js';

interface DomainHistoryProps {
  readonly name: string;
}

/** The stored dossiers of a domain with their differences, and a form that watches the domain. */
export function DomainHistory({ name }: DomainHistoryProps) {
  const permissions = usePermissions();
  const canRead = permissions.includes('rdap.read');
  const owners = useOwners();
  const query = useGraphQuery({ document: DomainWatchesDocument, variables: { domain: name }, skip: !canRead });
  if (!canRead) return null;
  const canManage = permissions.includes('rdap.manage');
  return (
    <>
      <h3>Registration history</h3>
      <QueryPanel query={query} dataName="history">
        {({ rdapWatches }) => {
          const watches = rdapWatches.nodes.filter(({ domain }) => domain === name);
          const watching = watches.map(({ tenantId }) => tenantId);
          return (
            <>
              {watches.length === 0 && <p>This domain is not watched, so its registration history is not stored.</p>}
              {watches.map((watch) => (
                <Watch key={watch.id} watch={watch} canManage={canManage} />
              ))}
              {canManage && !owners.every((owner) => watching.includes(owner)) && <WatchForm {...{ name, watching }} />}
            </>
          );
        }}
      </QueryPanel>
    </>
  );
}

/** The possible owners of watches that the person adds: tenants, or null without a tenant. */
function useOwners(): readonly (string | null)[] {
  const state = useSession();
  const tenants = 'session' in state ? state.session.tenants : null;
  return tenants === null || tenants.length === 0 ? [null] : tenants;
}

const intervals = [
  ['24', 'Every day'],
  ['1', 'Every hour'],
  ['168', 'Every week'],
  ['0', 'Only when a user looks up the domain'],
] as const;

interface WatchFormProps extends DomainHistoryProps {
  /** Tenants that watch the domain already. */
  readonly watching: readonly (string | null)[];
}

function WatchForm({ name, watching }: WatchFormProps) {
  const [interval, setInterval] = useState<(typeof intervals)[number][0]>('24');
  const [tenantId, setTenantId] = useTenantChoice();
  const { busy, failure, run } = useMutation(WatchDomainDocument);

  function submit(event: FormEvent) {
    event.preventDefault();
    void run({ input: { domain: name, intervalHours: Number(interval), tenantId: tenantInput(tenantId) } });
  }

  return (
    <form className="line-form" aria-label="Watch the registration" onSubmit={submit}>
      <SelectField label="Look up" options={intervals} value={interval} onChange={setInterval} />
      <TenantField omitted={watching} value={tenantId} onChange={setTenantId} />
      <Button type="submit" disabled={busy}>
        Watch
      </Button>
      <MutationResult failure={failure} />
    </form>
  );
}

type WatchRow = NonNullable<DomainWatchesQuery['rdapWatches']>['nodes'][number];
type Version = WatchRow['versions']['nodes'][number];
type Change = NonNullable<Version['changes']>[number];

function Watch({ watch, canManage }: { readonly watch: WatchRow; readonly canManage: boolean }) {
  const { id, domain, tenantId, intervalHours, nextLookupAt, lookedUpAt, error, versionCount, versions } = watch;
  const facts = [
    tenantId !== null && `Tenant ${tenantId}`,
    intervalHours === 0
      ? 'stored when a user looks up the domain'
      : `looked up every ${intervalHours === 1 ? 'hour' : formatCount(intervalHours, 'hour')}`,
    lookedUpAt !== null && `last response ${formatTimeInZone(lookedUpAt)}`,
    nextLookupAt !== null && `next lookup ${formatTimeInZone(nextLookupAt)}`,
    formatCount(versionCount, 'version'),
  ];
  return (
    <section aria-label={`History ${tenantId ?? ''}`.trim()}>
      <p className="hint">{facts.filter(Boolean).join(', ')}</p>
      {error !== null && <p className="notice notice-bad">The last lookup failed: {error}</p>}
      <DataTable
        columns={versionColumns}
        rows={versions.nodes}
        keyOf={(version) => version.id}
        none="No version is stored yet."
      />
      {versions.nodes.length > 1 && <Comparison id={id} versions={versions.nodes} />}
      {canManage && <UnwatchButton {...{ id, domain }} />}
    </section>
  );
}

const versionColumns: readonly Column<Version>[] = [
  timeColumn('Fetched', ({ fetchedAt }) => fetchedAt),
  {
    title: 'Changed since the previous version',
    className: 'cell-breaks',
    cell: ({ changes }) => (changes === null ? 'First version' : <Changes changes={changes} />),
  },
];

export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <strong>{formatEnum(field)}:</strong> <del>{before.join(', ') || 'none'}</del> →{' '}
          <ins>{after.join(', ') || 'none'}</ins>
        </li>
      ))}
    </ul>
  );
}

/** The differences between any two versions. */
function Comparison({ id, versions }: { readonly id: string; readonly versions: readonly Version[] }) {
  const [from, setFrom] = useState(versions.at(-1)?.id ?? '');
  const [to, setTo] = useState(versions[0]?.id ?? '');
  const query = useGraphQuery({ document: RdapChangesDocument, variables: { id, from, to }, skip: from === to });
  const options = versions.map((version) => [version.id, formatTime(version.fetchedAt)] as const);
  return (
    <details>
      <summary>Compare two versions</summary>
      <div className="line-form">
        <SelectField label="Earlier" options={options} value={from} onChange={setFrom} />
        <SelectField label="Later" options={options} value={to} onChange={setTo} />
      </div>
      {from === to ? (
        <p>Select two different versions.</p>
      ) : (
        <QueryPanel query={query} dataName="changes">
          {({ rdapWatch: { changes } }) =>
            changes.length === 0 ? <p>The two versions are identical.</p> : <Changes changes={changes} />
          }
        </QueryPanel>
      )}
    </details>
  );
}

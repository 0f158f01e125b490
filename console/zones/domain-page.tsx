import { useState } from 'react';
import { DomainPageDocument, type DomainPageQuery } from '../generated/operations.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { formatEnum } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { PageLinks } from '../shared/page-links.js';
import { usePermissions } from '../shared/permissions.js';
import { EmptyPanel, LoadingPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { DomainBulkRegistration } from './domain-bulk-registration.js';
import { DomainDossier } from './domain-dossier.js';
import { DomainHistory } from './domain-history.js';
import { DomainLookAlikes } from './domain-look-alikes.js';
import { DomainControllers, DomainEndpoints } from './domain-relations.js';
import { DomainTimeline } from './domain-timeline.js';
import { searchPath } from './paths.js';
import { SharedNameservers } from './shared-nameservers.js';

const pageSize = 50;

/** All data about a domain: zones, registry, and other services. */
export function DomainPage() {
  const { search } = useLocation();
  const name = (search.get('name') ?? '').toLowerCase();
  // With the key, no data of another domain is shown while this one loads.
  return <DomainContent key={name} name={name} search={search} />;
}

function DomainContent({ name, search }: { readonly name: string; readonly search: URLSearchParams }) {
  const permissions = usePermissions();
  const query = useGraphQuery({
    document: DomainPageDocument,
    variables: { name, first: pageSize, after: search.get('after') || undefined },
    skip: name === '',
  });
  const isUnknown = name === '' || query.failure?.kind === 'not-found';
  const domain = query.data?.domain;
  const nameservers = nameserversOf(domain);
  return (
    <div className="page">
      <h1>
        <HostName name={name || 'Domain'} />
      </h1>
      {isUnknown && (
        <EmptyPanel title="Not in the imported zones">
          <p>
            No zone contains or has contained this name. <a href={hrefOf(searchPath)}>Search the zones</a>
          </p>
        </EmptyPanel>
      )}
      {!isUnknown && query.failure !== undefined && <FailurePanel failure={query.failure} />}
      {query.loading && domain === undefined && <LoadingPanel dataName="the domain" />}
      {!isUnknown && domain !== undefined && (
        <>
          {domain.unicodeName !== domain.name && <p>In Unicode: {domain.unicodeName}</p>}
          <h2>Nameservers</h2>
          <DataTable columns={columns} rows={domain.observations} keyOf={keyOf} stale={query.loading} />
          {permissions.includes('alerts.read') && <DomainEndpoints name={name} />}
          {permissions.includes('licenses.read') && <DomainControllers name={name} />}
          <DomainTimeline name={name} />
          <DomainBulkRegistration name={name} />
          <History history={domain.history} stale={query.loading} />
          {nameservers.length > 0 && <SharedNameservers key={nameservers.join(' ')} {...{ name, nameservers }} />}
        </>
      )}
      {name !== '' && query.failure?.kind !== 'sign-in' && (
        <>
          <DomainLookAlikes name={name} />
          <DomainDossier name={name} />
          <DomainHistory name={name} />
        </>
      )}
    </div>
  );
}

type Domain = NonNullable<DomainPageQuery['domain']>;
type Observation = Domain['observations'][number];

/** The current nameservers, up to the maximum of a search by nameserver. */
function nameserversOf(domain: Domain | null | undefined): string[] {
  const active = (domain?.observations ?? []).filter(({ status }) => status === 'ACTIVE');
  return [...new Set(active.flatMap(({ data }) => data ?? []))].slice(0, 13);
}

interface HistoryProps {
  readonly history: Domain['history'];
  readonly stale: boolean;
}

/** All observations, loaded on request, because the timeline has the same changes in fewer rows. */
function History({ history: { nodes, pageInfo }, stale }: HistoryProps) {
  const { search } = useLocation();
  const [isLinked] = useState(search.has('after'));
  return (
    <details className="create-details" open={isLinked}>
      <summary>All observations</summary>
      <DataTable columns={columns} rows={nodes} keyOf={keyOf} stale={stale} />
      <PageLinks label="Pages of observations" pageInfo={pageInfo} />
    </details>
  );
}

const columns: readonly Column<Observation>[] = [
  timeColumn('Observed', ({ observedAt }) => observedAt),
  { title: 'Status', cell: ({ status }) => formatEnum(status) },
  { title: 'Nameserver', isMain: true, cell: ({ data }) => data },
  { title: 'Zone', cell: ({ zone }) => <a href={hrefOf(searchPath, { zone })}>{zone}</a> },
];

function keyOf({ zone, data, observedAt, status }: Observation): string {
  return `${zone} ${data} ${observedAt} ${status}`;
}

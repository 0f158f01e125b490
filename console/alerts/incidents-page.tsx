import { IncidentListDocument } from '../generated/operations.js';
import { useChosenTenant } from '../shared/chosen-tenant.js';
import { type Column, DataTable } from '../shared/data-table.js';
import type { ExportedList } from '../shared/export.js';
import { countOf, formatAge, formatEnum, formatNumber, formatTime, timeTitle } from '../shared/format.js';
import { ListHead } from '../shared/list-head.js';
import { hrefOf, hrefOfPage, useLocation } from '../shared/location.js';
import { Pager } from '../shared/pager.js';
import { useViewer } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import { severities } from './data.js';
import {
  activeStatuses,
  hrefOfIncident,
  type IncidentList,
  type IncidentRow,
  incidentStatuses,
  incidentsPath,
} from './incident-data.js';
import { listPath } from './list-location.js';
import { useLiveIncidents } from './use-live-incidents.js';

const pageSize = 50;

const fields = [
  { name: 'tenant', label: 'Tenant' },
  { name: 'title', label: 'Title contains' },
  {
    name: 'status',
    label: 'Status',
    unset: 'Not closed',
    options: [
      ['ALL', 'All statuses'],
      ...incidentStatuses.map((value) => [value, formatEnum(value)] as const),
    ] as const,
  },
  { name: 'severity', label: 'Severity', options: severities.map((value) => [value, formatEnum(value)] as const) },
  {
    name: 'owner',
    label: 'Assignee',
    options: [
      ['me', 'Me'],
      ['none', 'Unassigned'],
    ] as const,
  },
];

/** Incidents, most severe first. Without a status in the address, closed ones are excluded. */
export function IncidentsPage() {
  const { search } = useLocation();
  const chosen = useChosenTenant();
  const { id: viewerId } = useViewer();
  const status = search.get('status');
  const severity = severities.find((value) => value === search.get('severity'));
  const owner = search.get('owner');
  const filter = {
    tenantId: search.get('tenant') || chosen || undefined,
    title: search.get('title') || undefined,
    status: status === 'ALL' ? undefined : incidentStatuses.filter((value) => isShown(value, status)),
    severity: severity && [severity],
    ownerId: owner === 'me' ? [viewerId] : undefined,
    isOwned: owner === 'none' ? false : undefined,
  };
  const list = useGraphQuery({
    document: IncidentListDocument,
    variables: { filter, orderBy: 'SEVERITY', first: pageSize, after: search.get('after') || undefined },
  });
  useLiveIncidents();
  return (
    <div className="page">
      <h1>Incidents</h1>
      <SearchForm path={incidentsPath} search={search} fields={fields} />
      <QueryPanel query={list} what="incidents">
        {({ incidents }) => (
          <IncidentTable
            list={incidents}
            search={search}
            stale={list.loading}
            exported={{ path: 'api/incidents/export', filter }}
          />
        )}
      </QueryPanel>
    </div>
  );
}

function isShown(value: IncidentRow['status'], status: string | null): boolean {
  return status === null || status === '' ? activeStatuses.includes(value) : value === status;
}

interface IncidentTableProps {
  readonly list: IncidentList;
  readonly search: URLSearchParams;
  readonly stale: boolean;
  readonly exported: ExportedList;
}

function IncidentTable({ list, search, stale, exported }: IncidentTableProps) {
  const { nodes, totalCount, pageInfo } = list;
  const page = Number(search.get('page') ?? '1');
  if (nodes.length === 0) {
    return (
      <EmptyPanel title={emptyTitle(search)}>
        <p>
          To open an incident, select alerts in the <a href={hrefOf(listPath)}>list of alerts</a>.
        </p>
        {!isAll(search) && (
          <p>
            <a href={hrefOf(incidentsPath, new URLSearchParams({ status: 'ALL' }))}>Show incidents of all statuses</a>
          </p>
        )}
      </EmptyPanel>
    );
  }
  return (
    <>
      <ListHead count={countOf(totalCount, 'incident')} exported={exported} />
      <DataTable columns={columns} rows={nodes} keyOf={({ id }) => id} stale={stale} />
      <Pager
        shown={nodes.length}
        total={totalCount}
        noun="incident"
        page={page}
        pageSize={pageSize}
        firstHref={page > 1 ? hrefOfPage(incidentsPath, search, { after: '', page: 1 }) : undefined}
        nextHref={
          pageInfo.hasNextPage
            ? hrefOfPage(incidentsPath, search, { after: pageInfo.endCursor ?? '', page: page + 1 })
            : undefined
        }
      />
    </>
  );
}

function isAll(search: URLSearchParams): boolean {
  return search.size === 1 && search.get('status') === 'ALL';
}

function emptyTitle(search: URLSearchParams): string {
  if (search.size === 0) {
    return 'No open incidents';
  }
  return isAll(search) ? 'No incidents yet' : 'No incidents found';
}

const columns: readonly Column<IncidentRow>[] = [
  {
    title: 'Severity',
    cell: ({ severity }) => (severity === null ? 'No alerts' : <SeverityBadge severity={severity} />),
  },
  {
    title: 'Incident',
    isMain: true,
    cell: ({ id, title, isAutomatic }) => (
      <>
        <a href={hrefOfIncident(id)}>{title}</a>
        {isAutomatic && <span className="row-second">Opened by a rule</span>}
      </>
    ),
  },
  { title: 'Tenant', cell: ({ tenantId }) => tenantId },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Assignee', cell: ({ owner }) => owner?.name ?? 'Unassigned' },
  {
    title: 'Alerts',
    className: 'table-number',
    cell: ({ alertCount, openAlertCount }) => (
      <>
        {formatNumber(alertCount)}
        <span className="row-second">{formatNumber(openAlertCount)} not closed</span>
      </>
    ),
  },
  {
    title: timeTitle('Changed'),
    className: 'row-time',
    cell: ({ updatedAt }) => (
      <>
        {formatTime(updatedAt)}
        <span className="row-second">{formatAge(updatedAt)}</span>
      </>
    ),
  },
];

import { IncidentListDocument } from '../generated/operations.js';
import { type Column, numberColumn, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatNumber, formatRelativeTime } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { AssigneeFilter } from './assignee-filter.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import { severities } from './data.js';
import {
  hrefOfIncident,
  type IncidentRow,
  incidentStatuses,
  incidentsPath,
  openIncidentStatuses,
} from './incident-data.js';
import { useKnownPeople } from './known-people.js';
import { listPath } from './list-location.js';
import { useLiveIncidents } from './use-live-incidents.js';

const fields = [
  { name: 'tenant', label: 'Tenant' },
  { name: 'title', label: 'Title contains' },
  {
    name: 'status',
    label: 'Status',
    unset: 'Not closed',
    options: [['ALL', 'All statuses'], ...optionsOf(incidentStatuses)] as const,
  },
  { name: 'severity', label: 'Severity', options: optionsOf(severities) },
  { name: 'owner', label: 'Assignee', control: AssigneeFilter },
];

/** Incidents, most severe first. Closed incidents are excluded unless the URL has a status. */
export function IncidentsPage() {
  const { search } = useLocation();
  const selectedTenant = useSelectedTenant();
  const status = search.get('status');
  const severity = choiceOf(search, 'severity', severities);
  const owner = search.get('owner') ?? '';
  const filter = {
    tenantId: search.get('tenant') || selectedTenant || undefined,
    title: search.get('title') || undefined,
    status: status === 'ALL' ? undefined : incidentStatuses.filter((value) => isShown(value, status)),
    severity: severity && [severity],
    ownerId: owner === '' || owner === 'none' ? undefined : [owner],
    isOwned: owner === 'none' ? false : undefined,
  };
  const list = useGraphQuery({
    document: IncidentListDocument,
    variables: { filter, orderBy: 'SEVERITY', ...pageVariables(search) },
  });
  const owners = list.data?.incidents.nodes.map((incident) => incident.owner) ?? [];
  useKnownPeople(owners, [owner]);
  useLiveIncidents();
  return (
    <div className="page">
      <h1>Incidents</h1>
      <SearchedList
        query={list}
        listOf={({ incidents }) => incidents}
        fields={fields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/incidents/export', filter }}
        noun={['incident', 'incidents']}
        none={<NoIncidents search={search} />}
      />
    </div>
  );
}

function isShown(value: IncidentRow['status'], status: string | null): boolean {
  return status === null || status === '' ? openIncidentStatuses.includes(value) : value === status;
}

function NoIncidents({ search }: { readonly search: URLSearchParams }) {
  return (
    <EmptyPanel title={emptyTitle(search)}>
      <p>
        To open an incident, select alerts in the <a href={hrefOf(listPath)}>list of alerts</a>.
      </p>
      {!isAll(search) && (
        <p>
          <a href={hrefOf(incidentsPath, { status: 'ALL' })}>Show incidents of all statuses</a>
        </p>
      )}
    </EmptyPanel>
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
    cell: ({ id, title }) => <a href={hrefOfIncident(id)}>{title}</a>,
    secondLine: ({ isAutomatic }) => isAutomatic && 'Opened by a rule',
  },
  { title: 'Tenant', cell: ({ tenantId }) => tenantId },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Assignee', cell: ({ owner }) => owner?.name ?? 'Unassigned' },
  numberColumn('Alerts', ({ alertCount }) => alertCount, {
    secondLine: ({ openAlertCount }) => `${formatNumber(openAlertCount)} not closed`,
  }),
  timeColumn('Changed', ({ updatedAt }) => updatedAt, { secondLine: ({ updatedAt }) => formatRelativeTime(updatedAt) }),
];

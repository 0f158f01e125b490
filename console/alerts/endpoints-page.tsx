import { EndpointListDocument, type EndpointListQuery } from '../generated/operations.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatEnum, formatNumber, formatRelativeTime } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { platforms } from './data.js';
import { type AlertFilter, emptyFilter, openStatuses } from './filter.js';
import { hrefOfAlerts } from './list-location.js';
import { hrefOfEndpoint } from './paths.js';

type EndpointRow = NonNullable<EndpointListQuery['endpoints']>['nodes'][number];

const fields = [
  { name: 'tenant', label: 'Tenant' },
  { name: 'host', label: 'Hostname contains' },
  { name: 'platform', label: 'Platform', options: optionsOf(platforms) },
];

/** All endpoints with alerts and their exact counts, sorted by latest alert. */
export function EndpointsPage() {
  const { search } = useLocation();
  const selectedTenant = useSelectedTenant();
  const filter = {
    tenantId: search.get('tenant') || selectedTenant || undefined,
    hostname: search.get('host') || undefined,
    platform: choiceOf(search, 'platform', platforms),
  };
  const list = useGraphQuery({ document: EndpointListDocument, variables: { filter, ...pageVariables(search) } });
  return (
    <div className="page">
      <h1>Endpoints</h1>
      <p className="hint">Endpoints with alerts, latest alert first.</p>
      <SearchedList
        query={list}
        listOf={({ endpoints }) => endpoints}
        fields={fields}
        columns={columns}
        keyOf={({ tenantId, hostname }) => `${tenantId} ${hostname}`}
        exported={{ path: 'api/endpoints/export', filter }}
        noun={['endpoint', 'endpoints']}
        advice="An endpoint is listed after its first alert."
      />
    </div>
  );
}

const columns: readonly Column<EndpointRow>[] = [
  {
    title: 'Endpoint',
    className: 'row-endpoint',
    cell: (row) => (
      <a href={hrefOfEndpoint(row)}>
        <HostName name={row.hostname} />
      </a>
    ),
  },
  { title: 'Tenant', cell: (row) => row.tenantId },
  { title: 'Platform', cell: (row) => formatEnum(row.platform) },
  {
    title: 'Not closed',
    className: 'table-number',
    cell: (row) =>
      row.activeAlerts === 0 ? (
        '0'
      ) : (
        <a href={hrefOfAlerts({ ...filterOf(row), status: openStatuses })}>{formatNumber(row.activeAlerts)}</a>
      ),
  },
  {
    title: 'Total alerts',
    className: 'table-number',
    cell: (row) => <a href={hrefOfAlerts(filterOf(row))}>{formatNumber(row.totalAlerts)}</a>,
  },
  timeColumn('Last alert', ({ lastAlertTime }) => lastAlertTime, {
    absent: 'Never',
    secondLine: ({ lastAlertTime }) => lastAlertTime !== null && formatRelativeTime(lastAlertTime),
  }),
];

function filterOf({ tenantId, hostname }: EndpointRow): AlertFilter {
  return { ...emptyFilter, tenant: tenantId, endpoint: hostname };
}

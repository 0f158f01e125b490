import { EndpointPageDocument, type EndpointPageQuery } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import {
  formatCount,
  formatEnum,
  formatNumber,
  formatRelativeTime,
  formatScore,
  formatTime,
  formatTimeInZone,
  timeTitle,
} from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import { EndpointRelations } from './endpoint-relations.js';
import { emptyFilter, openStatuses } from './filter.js';
import { hrefOfAlert, hrefOfAlerts } from './list-location.js';
import { endpointsPath } from './paths.js';

/** The data of all four domains about an endpoint. */
export function EndpointPage() {
  const { search } = useLocation();
  const [tenantId, hostname] = [search.get('tenant') ?? '', search.get('host') ?? ''];
  // With the key, no data of another endpoint is shown while this one loads.
  return <EndpointContent key={`${tenantId} ${hostname}`} tenantId={tenantId} hostname={hostname} />;
}

function EndpointContent(variables: { readonly tenantId: string; readonly hostname: string }) {
  const query = useGraphQuery({ document: EndpointPageDocument, variables });
  return (
    <div className="page">
      <h1>
        <HostName name={variables.hostname || 'Endpoint'} />
      </h1>
      <QueryPanel query={query} dataName="the endpoint">
        {({ endpoint, alerts }) =>
          endpoint.totalAlerts === 0 ? (
            <EmptyPanel title="No alerts for this endpoint">
              <p>
                Endpoints are listed after their first alert. <a href={hrefOf(endpointsPath)}>All endpoints</a>
              </p>
            </EmptyPanel>
          ) : (
            <EndpointFacts endpoint={endpoint} alerts={alerts.nodes} />
          )
        }
      </QueryPanel>
      <EndpointRelations {...variables} />
    </div>
  );
}

type Endpoint = NonNullable<EndpointPageQuery['endpoint']>;
type Alert = NonNullable<EndpointPageQuery['alerts']>['nodes'][number];

interface EndpointFactsProps {
  readonly endpoint: Endpoint;
  /** Alerts of the endpoint, sorted by last seen time, newest first. */
  readonly alerts: readonly Alert[];
}

function EndpointFacts({ endpoint, alerts }: EndpointFactsProps) {
  const { tenantId, hostname, platform, totalAlerts, activeAlerts, lastAlertTime } = endpoint;
  const filter = { ...emptyFilter, tenant: tenantId, endpoint: hostname };
  return (
    <>
      <DescriptionList>
        <DescriptionItem name="Tenant">{tenantId}</DescriptionItem>
        <DescriptionItem name="Platform">{formatEnum(platform)}</DescriptionItem>
        <DescriptionItem name="Alerts">
          <a href={hrefOfAlerts(filter)}>{formatCount(totalAlerts, 'alert')}</a>,{' '}
          <a href={hrefOfAlerts({ ...filter, status: openStatuses })}>{formatNumber(activeAlerts)} not closed</a>
        </DescriptionItem>
        <DescriptionItem name="Last alert">
          {lastAlertTime === null
            ? 'Never'
            : `${formatTimeInZone(lastAlertTime)} (${formatRelativeTime(lastAlertTime)})`}
        </DescriptionItem>
      </DescriptionList>
      <h2>Latest alerts</h2>
      <DataTable columns={columnsOf(endpoint)} rows={alerts} keyOf={({ id }) => id} />
    </>
  );
}

function columnsOf({ tenantId, hostname }: Endpoint): readonly Column<Alert>[] {
  const filter = { ...emptyFilter, tenant: tenantId, endpoint: hostname };
  return [
    {
      title: timeTitle('Last seen'),
      className: 'row-time',
      cell: ({ id, lastSeen }) => <a href={hrefOfAlert(filter, id)}>{formatTime(lastSeen)}</a>,
    },
    { title: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
    { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Score', className: 'table-number', cell: ({ attackProb }) => formatScore(attackProb) },
    {
      title: 'Techniques',
      className: 'cell-wide',
      cell: ({ techniques }) => techniques.map(({ id, name }) => (name === null ? id : `${id} ${name}`)).join(', '),
    },
  ];
}

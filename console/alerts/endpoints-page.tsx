import { EndpointListDocument, type EndpointListQuery } from '../generated/operations.js';
import { useChosenTenant } from '../shared/chosen-tenant.js';
import { type Column, DataTable } from '../shared/data-table.js';
import type { ExportedList } from '../shared/export.js';
import { countOf, formatAge, formatEnum, formatNumber, formatTime, timeTitle } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { ListHead } from '../shared/list-head.js';
import { hrefOf, hrefOfPage, useLocation } from '../shared/location.js';
import { Pager } from '../shared/pager.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { platforms } from './data.js';
import { type AlertFilter, emptyFilter, openStatuses } from './filter.js';
import { hrefOfAlerts } from './list-location.js';
import { endpointsPath, hrefOfEndpoint } from './paths.js';

const pageSize = 100;

type EndpointList = NonNullable<EndpointListQuery['endpoints']>;
type EndpointRow = EndpointList['nodes'][number];

const fields = [
  { name: 'tenant', label: 'Tenant' },
  { name: 'host', label: 'Hostname contains' },
  { name: 'platform', label: 'Platform', options: platforms.map((value) => [value, formatEnum(value)] as const) },
];

/** All endpoints with alerts and their exact counts, sorted by latest alert. */
export function EndpointsPage() {
  const { search } = useLocation();
  const chosen = useChosenTenant();
  const filter = {
    tenantId: search.get('tenant') || chosen || undefined,
    hostname: search.get('host') || undefined,
    platform: platforms.find((platform) => platform === search.get('platform')),
  };
  const list = useGraphQuery({
    document: EndpointListDocument,
    variables: { filter, first: pageSize, after: search.get('after') ?? undefined },
  });
  return (
    <div className="page">
      <h1>Endpoints</h1>
      <p className="hint">Endpoints with alerts, latest alert first.</p>
      <SearchForm path={endpointsPath} search={search} fields={fields} />
      <QueryPanel query={list} what="endpoints">
        {({ endpoints }) => (
          <EndpointTable
            list={endpoints}
            search={search}
            stale={list.loading}
            exported={{ path: 'api/endpoints/export', filter }}
          />
        )}
      </QueryPanel>
    </div>
  );
}

interface EndpointTableProps {
  readonly list: EndpointList;
  readonly search: URLSearchParams;
  readonly stale: boolean;
  readonly exported: ExportedList;
}

function EndpointTable({ list, search, stale, exported }: EndpointTableProps) {
  const { nodes, totalCount, pageInfo } = list;
  const page = Number(search.get('page') ?? '1');
  if (nodes.length === 0) {
    return (
      <EmptyPanel title={search.size === 0 ? 'No endpoints yet' : 'No endpoints found'}>
        <p>
          An endpoint is listed after its first alert.{' '}
          {search.size > 0 && <a href={hrefOf(endpointsPath)}>Clear all filters</a>}
        </p>
      </EmptyPanel>
    );
  }
  return (
    <>
      <ListHead count={countOf(totalCount, 'endpoint')} exported={exported} />
      <DataTable
        columns={columns}
        rows={nodes}
        keyOf={({ tenantId, hostname }) => `${tenantId} ${hostname}`}
        stale={stale}
      />
      <Pager
        shown={nodes.length}
        total={totalCount}
        noun="endpoint"
        page={page}
        pageSize={pageSize}
        firstHref={page > 1 ? hrefOfPage(endpointsPath, search, { after: '', page: 1 }) : undefined}
        nextHref={
          pageInfo.hasNextPage
            ? hrefOfPage(endpointsPath, search, { after: pageInfo.endCursor ?? '', page: page + 1 })
            : undefined
        }
      />
    </>
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
  {
    title: timeTitle('Last alert'),
    className: 'row-time',
    cell: ({ lastAlertTime }) =>
      lastAlertTime === null ? (
        'Never'
      ) : (
        <>
          {formatTime(lastAlertTime)}
          <span className="row-second">{formatAge(lastAlertTime)}</span>
        </>
      ),
  },
];

function filterOf({ tenantId, hostname }: EndpointRow): AlertFilter {
  return { ...emptyFilter, tenant: tenantId, endpoint: hostname };
}

import { type FormEvent, useEffect, useState } from 'react';
import { type AlertStatus, EndpointListDocument, type EndpointListQuery } from '../generated/operations.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { countOf, formatAge, formatEnum, formatNumber, formatTime } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { hrefOf, navigate, useLocation } from '../shared/location.js';
import { Pager } from '../shared/pager.js';
import { EmptyPanel, LoadingPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { platforms } from './data.js';
import { emptyFilter } from './filter.js';
import { firstPage, hrefOfList } from './list-location.js';

export const endpointsPath = '/endpoints';
const pageSize = 100;

type EndpointList = NonNullable<EndpointListQuery['endpoints']>;

/** Every endpoint with alerts and its exact counts, ordered by its latest alert. */
export function EndpointsPage() {
  const { search } = useLocation();
  const filter = {
    tenantId: search.get('tenant') || undefined,
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
      <EndpointFilterForm search={search} />
      {list.failure !== undefined && !list.loading ? (
        <FailurePanel failure={list.failure} />
      ) : list.data === undefined ? (
        <LoadingPanel what="endpoints" />
      ) : (
        <EndpointTable list={list.data.endpoints} search={search} stale={list.loading} />
      )}
    </div>
  );
}

function EndpointFilterForm({ search }: { readonly search: URLSearchParams }) {
  const [tenant, setTenant] = useState('');
  const [host, setHost] = useState('');
  const [platform, setPlatform] = useState('');
  useEffect(() => {
    setTenant(search.get('tenant') ?? '');
    setHost(search.get('host') ?? '');
    setPlatform(search.get('platform') ?? '');
  }, [search]);

  function apply(event: FormEvent) {
    event.preventDefault();
    const entries = Object.entries({ tenant: tenant.trim(), host: host.trim(), platform });
    navigate(hrefOf(endpointsPath, new URLSearchParams(entries.filter(([, value]) => value !== ''))));
  }

  return (
    <form className="line-form" onSubmit={apply}>
      <label className="field">
        <span>Tenant</span>
        <input type="text" value={tenant} onChange={(event) => setTenant(event.target.value)} />
      </label>
      <label className="field">
        <span>Hostname contains</span>
        <input type="text" value={host} onChange={(event) => setHost(event.target.value)} />
      </label>
      <label className="field">
        <span>Platform</span>
        <select value={platform} onChange={(event) => setPlatform(event.target.value)}>
          <option value="">Any</option>
          {platforms.map((value) => (
            <option key={value} value={value}>
              {formatEnum(value)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button button-main">
        Apply
      </button>
    </form>
  );
}

interface EndpointTableProps {
  readonly list: EndpointList;
  readonly search: URLSearchParams;
  readonly stale: boolean;
}

function EndpointTable({ list, search, stale }: EndpointTableProps) {
  const { nodes, totalCount, pageInfo } = list;
  const page = Number(search.get('page') ?? '1');
  if (nodes.length === 0) {
    return (
      <EmptyPanel title="No endpoints found">
        <p>
          An endpoint is listed after its first alert. <a href={hrefOf(endpointsPath)}>Clear all filters</a>
        </p>
      </EmptyPanel>
    );
  }
  return (
    <>
      <p role="status">
        <strong>{countOf(totalCount, 'endpoint')}</strong>
      </p>
      <div className="table-frame">
        <table className={stale ? 'table table-stale' : 'table'}>
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              <th scope="col">Tenant</th>
              <th scope="col">Platform</th>
              <th scope="col" className="table-number">
                Open alerts
              </th>
              <th scope="col" className="table-number">
                Total alerts
              </th>
              <th scope="col">Last alert (UTC)</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((row) => (
              <EndpointRowView key={`${row.tenantId} ${row.hostname}`} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        shown={nodes.length}
        total={totalCount}
        noun="endpoint"
        page={page}
        pageSize={pageSize}
        firstHref={page > 1 ? hrefOfPage(search, '', 1) : undefined}
        nextHref={pageInfo.hasNextPage ? hrefOfPage(search, pageInfo.endCursor ?? '', page + 1) : undefined}
      />
    </>
  );
}

function EndpointRowView({ row }: { readonly row: EndpointList['nodes'][number] }) {
  const alertsWith = (status: readonly AlertStatus[]) =>
    hrefOfList({
      filter: { ...emptyFilter, tenant: row.tenantId, endpoint: row.hostname, status },
      sort: 'newest',
      page: firstPage,
      alert: '',
    });
  return (
    <tr>
      <td className="row-endpoint">
        <a href={alertsWith([])}>
          <HostName name={row.hostname} />
        </a>
      </td>
      <td>{row.tenantId}</td>
      <td>{formatEnum(row.platform)}</td>
      <td className="table-number">
        {row.openAlerts === 0 ? '0' : <a href={alertsWith(['OPEN'])}>{formatNumber(row.openAlerts)}</a>}
      </td>
      <td className="table-number">{formatNumber(row.totalAlerts)}</td>
      <td className="row-time">
        {row.lastAlertTime === null ? (
          'Never'
        ) : (
          <>
            {formatTime(row.lastAlertTime)}
            <span className="row-second">{formatAge(row.lastAlertTime)}</span>
          </>
        )}
      </td>
    </tr>
  );
}

function hrefOfPage(search: URLSearchParams, after: string, page: number): string {
  const next = new URLSearchParams(search);
  next.delete('after');
  next.delete('page');
  if (after !== '') {
    next.set('after', after);
    next.set('page', String(page));
  }
  return hrefOf(endpointsPath, next);
}

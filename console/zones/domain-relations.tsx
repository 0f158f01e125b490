import type { ComponentProps } from 'react';
import { hrefOfEndpoint } from '../alerts/paths.js';
import {
  DomainControllersDocument,
  type DomainControllersQuery,
  DomainEndpointsDocument,
  type DomainEndpointsQuery,
} from '../generated/operations.js';
import { controllersPath } from '../licenses/paths.js';
import { type Column, DataTable, numberColumn, timeColumn } from '../shared/data-table.js';
import { formatEnum, formatRelativeTime } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

/** Maximum number of rows of a table. If it is reached, a hint says that there may be more. */
const maxRows = 50;

/** The endpoints that have alerts and whose hostname is the domain or a subdomain. */
export function DomainEndpoints({ name }: { readonly name: string }) {
  const query = useGraphQuery({ document: DomainEndpointsDocument, variables: { name, first: maxRows } });
  return (
    <>
      <h2>Endpoints</h2>
      <QueryPanel query={query} dataName="endpoints">
        {({ domain }) => (
          <Rows
            rows={sortedByLastAlert(domain.endpoints ?? [])}
            columns={endpointColumns}
            keyOf={({ tenantId, hostname }) => `${tenantId} ${hostname}`}
            none="No endpoint of this domain has had an alert."
            order="by hostname"
          />
        )}
      </QueryPanel>
    </>
  );
}

/** The controllers whose hostname is the domain or a subdomain. */
export function DomainControllers({ name }: { readonly name: string }) {
  const query = useGraphQuery({ document: DomainControllersDocument, variables: { name, first: maxRows } });
  return (
    <>
      <h2>Controllers</h2>
      <QueryPanel query={query} dataName="controllers">
        {({ domain }) => (
          <Rows
            rows={domain.controllers ?? []}
            columns={controllerColumns}
            keyOf={({ guid }) => guid}
            none="No controller has a hostname in this domain."
            order="by registration"
          />
        )}
      </QueryPanel>
    </>
  );
}

interface RowsProps<Row> extends ComponentProps<typeof DataTable<Row>> {
  /** The order in which the graph returns rows, such as `by hostname`. */
  readonly order: string;
}

function Rows<Row>({ order, ...table }: RowsProps<Row>) {
  return (
    <>
      <DataTable {...table} />
      {table.rows.length === maxRows && (
        <p className="hint">
          Only the first {maxRows} {order} are shown; there may be more.
        </p>
      )}
    </>
  );
}

type Endpoint = NonNullable<NonNullable<DomainEndpointsQuery['domain']>['endpoints']>[number];

/** Sorts endpoints by latest alert, as in the list of endpoints: the graph returns them by hostname. */
function sortedByLastAlert(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const timeOf = ({ lastAlertTime }: Endpoint) => (lastAlertTime === null ? 0 : Date.parse(lastAlertTime));
  return endpoints.toSorted((left, right) => timeOf(right) - timeOf(left));
}

const endpointColumns: readonly Column<Endpoint>[] = [
  {
    title: 'Hostname',
    cell: ({ tenantId, hostname }) => <a href={hrefOfEndpoint({ tenantId, hostname })}>{hostname}</a>,
  },
  { title: 'Tenant', cell: ({ tenantId }) => tenantId },
  { title: 'Platform', cell: ({ platform }) => formatEnum(platform) },
  numberColumn('Not closed', ({ activeAlerts }) => activeAlerts),
  numberColumn('Alerts', ({ totalAlerts }) => totalAlerts),
  timeColumn('Last alert', ({ lastAlertTime }) => lastAlertTime, { absent: 'Never' }),
];

type Controller = NonNullable<NonNullable<DomainControllersQuery['domain']>['controllers']>[number];

const controllerColumns: readonly Column<Controller>[] = [
  {
    title: 'Hostname',
    cell: ({ lastHostname }) => <a href={hrefOf(controllersPath, { host: lastHostname })}>{lastHostname}</a>,
  },
  { title: 'Version', cell: ({ version }) => version },
  { title: 'Last check-in', cell: ({ lastContact }) => formatRelativeTime(lastContact) },
];

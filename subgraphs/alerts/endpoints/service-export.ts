import { fieldSet } from '../../../platform/field-set.js';
import {
  type RecordColumn,
  type RecordSink,
  type RowFormat,
  rowEncoder,
  writeRecords,
} from '../../../platform/record-formats/index.js';
import { permittedTenants, scopeOf } from '../authorization.js';
import type { AlertRequest } from '../dependencies.js';
import { type EndpointRow, endpointFieldNames } from '../endpoint-columns.js';
import { type EndpointPosition, selectEndpointsAfter } from './repository.js';
import { criteriaOf } from './service.js';
import type { EndpointFilter } from './types.js';

/** The columns of an exported endpoint, with the field names of the REST API. */
const columns: readonly RecordColumn<EndpointRow>[] = [
  { name: 'tenant_id', type: 'string', of: (endpoint) => endpoint.tenantId },
  { name: 'endpoint_id', type: 'string', of: (endpoint) => endpoint.hostname },
  { name: 'platform', type: 'string', of: (endpoint) => endpoint.platform },
  { name: 'last_alert_time', type: 'time', of: (endpoint) => endpoint.lastAlertTimeEpoch },
  { name: 'total_alerts', type: 'integer', of: (endpoint) => endpoint.totalAlerts },
  { name: 'open_alerts', type: 'integer', of: (endpoint) => endpoint.openAlerts },
  { name: 'active_alerts', type: 'integer', of: (endpoint) => endpoint.activeAlerts },
];
const fields = fieldSet([...endpointFieldNames]);

/** Maximum number of endpoints read by one statement of an export. */
const exportedPerPage = 1000;

interface EndpointExport extends RecordSink {
  readonly filter: EndpointFilter;
  readonly format: RowFormat;
}

/**
 * Writes all endpoints that match a filter, with exact counts, from one snapshot of the database. The endpoint with the
 * most recent alert is first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export async function exportEndpoints(
  request: AlertRequest,
  { filter, format, ...sink }: EndpointExport,
): Promise<void> {
  const encoder = rowEncoder(format, columns);
  await writeRecords({ ...sink, encoder }, (take) => forEachPage(request, filter, take));
}

type OrderedRow = EndpointRow & { orderValue: number };

async function forEachPage(
  request: AlertRequest,
  filter: EndpointFilter,
  processPage: (rows: readonly EndpointRow[]) => Promise<void>,
): Promise<void> {
  const tenants = permittedTenants(scopeOf(request), filter.tenantId);
  const criteria = tenants === undefined ? null : criteriaOf(tenants, filter);
  if (criteria === null) return await request.store.assertAttached();
  await request.store.snapshot(async (sql) => {
    for (let after: EndpointPosition | null = null; ; ) {
      request.signal.throwIfAborted();
      const query: Parameters<typeof selectEndpointsAfter>[1] = { criteria, after, limit: exportedPerPage, fields };
      const rows = (await selectEndpointsAfter(sql, query)) as OrderedRow[]; // All fields were requested.
      if (rows.length > 0) await processPage(rows);
      const last = rows.at(-1);
      if (last === undefined || rows.length < exportedPerPage) return;
      after = { value: last.orderValue, tenantId: last.tenantId, hostname: last.hostname };
    }
  });
}

import { type ConnectionRecord, connectionOf, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import { assertBetween, assertMaxCharacters, isStorableText, maxCharacters } from '../../../platform/input-limits.js';
import { canAccess, permittedTenants, scopeOf } from '../authorization.js';
import type { AlertRequest } from '../dependencies.js';
import type { EndpointFields, EndpointRecord } from '../endpoint-columns.js';
import type { Tenants } from '../tenants.js';
import * as endpoints from './repository.js';
import { type EndpointSummaryRow, selectEndpointSummaries } from './repository-summaries.js';
import type { EndpointFilter } from './types.js';

export { type EndpointFields, type EndpointRecord, endpointFieldNames } from '../endpoint-columns.js';

/** Number of newest alerts from which endpoint summaries are computed (specification, section 8). */
const maxSummarizedAlerts = 10_000;

/**
 * The endpoints with the given keys, in the same order; null for each key without an endpoint that the caller may read.
 */
export async function endpointsByKeys(
  request: AlertRequest,
  input: { keys: readonly { tenantId: string; hostname: string }[]; fields: EndpointFields },
): Promise<(EndpointRecord | null)[]> {
  const scope = scopeOf(request);
  // Keys that are invalid, or of other tenants, are replaced by one that no row has.
  const keys = input.keys.map(({ tenantId, hostname }) =>
    canAccess(scope, tenantId) && isStorableText(tenantId) && isStorableText(hostname)
      ? { tenantId, hostname: hostname.toLowerCase() }
      : { tenantId: '', hostname: '' },
  );
  const rows = await request.store.read({ signal: request.signal, rows: keys.length }, (sql) =>
    endpoints.selectEndpoints(sql, { keys, fields: input.fields }),
  );
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return keys.map((_, position) => byPosition.get(position) ?? null);
}

interface ByNameInput {
  first: number;
  hasOpenAlerts?: boolean | null | undefined;
  fields: EndpointFields;
}

/**
 * For each name, the endpoints of all tenants that the caller may read: those with this hostname and, for a domain,
 * those in its subdomains.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a `first` outside of 1–100
 */
export async function endpointsByNames(
  request: AlertRequest,
  input: ByNameInput & { names: readonly string[]; withSubdomains: boolean },
): Promise<EndpointRecord[][]> {
  const { tenants } = scopeOf(request);
  const { first, fields, withSubdomains, hasOpenAlerts = null } = input;
  assertBetween({ name: 'first', value: first, min: 1, max: 100 });
  // A name that cannot be stored is replaced by one that no endpoint has.
  const names = input.names.map((name) => (isStorableText(name) ? name.toLowerCase() : ''));
  // With a filter, the statement may read many rows.
  const rows = hasOpenAlerts === null ? names.length * first : undefined;
  const found = await request.store.read({ signal: request.signal, rows }, (sql) =>
    endpoints.selectEndpointsByNames(sql, { names, tenants, hasOpenAlerts, first, fields, withSubdomains }),
  );
  const byPosition = Map.groupBy(found, ({ position }) => position);
  return names.map((_, position) => byPosition.get(position) ?? []);
}

export interface EndpointConnectionRecord extends ConnectionRecord<EndpointRecord> {
  readonly totalCount: number;
}

const order = 'last_alert_time';

/**
 * A page of endpoints with exact counts. The endpoint with the most recent alert is first.
 * @throws {DomainError} BAD_USER_INPUT for a page size outside of 1–1000 or a cursor of another list
 */
export async function listEndpoints(
  request: AlertRequest,
  input: {
    filter: EndpointFilter | null | undefined;
    first?: number | null;
    after?: string | null;
    fields: EndpointFields;
    wantsItems: boolean;
    wantsTotal: boolean;
  },
): Promise<EndpointConnectionRecord> {
  const tenants = permittedTenants(scopeOf(request), input.filter?.tenantId);
  const size = pageSize(input.first);
  const after = positionOf(input.after);
  const criteria = tenants === undefined ? null : criteriaOf(tenants, input.filter);
  if (criteria === null) {
    await request.store.assertAttached();
    return { ...connectionOf({ edges: [], size, isContinued: after !== null }), totalCount: 0 };
  }
  const isBounded = !input.wantsTotal && criteria.hostname === undefined && criteria.platform === undefined;
  const [rows, totalCount] = await request.store.read(
    { signal: request.signal, rows: isBounded ? size : undefined },
    (sql) =>
      Promise.all([
        input.wantsItems
          ? endpoints.selectEndpointsAfter(sql, { criteria, after, limit: size + 1, fields: input.fields })
          : [],
        input.wantsTotal ? endpoints.countEndpoints(sql, criteria) : 0,
      ]),
  );
  return { ...connectionOf({ edges: rows.map(edgeOf), size, isContinued: after !== null }), totalCount };
}

/** One row per endpoint, computed from the newest 10000 alerts (specification, section 4, "GET endpoints"). */
export async function summarizeEndpoints(
  request: AlertRequest,
  input: { tenantId: string | null | undefined },
): Promise<EndpointSummaryRow[]> {
  const tenants = permittedTenants(scopeOf(request), input.tenantId);
  if (tenants === undefined) {
    await request.store.assertAttached();
    return [];
  }
  return await request.store.read(request, (sql) =>
    selectEndpointSummaries(sql, { tenants, considered: maxSummarizedAlerts }),
  );
}

/** The criteria of a filter; null if no endpoint can match. */
export function criteriaOf(
  tenants: Tenants,
  filter: EndpointFilter | null | undefined,
): endpoints.EndpointCriteria | null {
  assertMaxCharacters('hostname', filter?.hostname, maxCharacters.search);
  const hostname = filter?.hostname?.toLowerCase() ?? '';
  if (!isStorableText(hostname)) return null;
  return {
    ...(tenants === null ? {} : { tenants }),
    ...(hostname === '' ? {} : { hostname }),
    ...(filter?.platform === null || filter?.platform === undefined ? {} : { platform: filter.platform }),
  };
}

function positionOf(cursor: string | null | undefined): endpoints.EndpointPosition | null {
  if (cursor === null || cursor === undefined) return null;
  const { value, ids } = decodeCursor(cursor, { order, ids: 2 });
  const [tenantId = '', hostname = ''] = ids;
  return { value, tenantId, hostname };
}

function edgeOf(node: EndpointRecord & { orderValue: number }): { cursor: string; node: EndpointRecord } {
  return { cursor: encodeCursor({ order, value: node.orderValue, ids: [node.tenantId, node.hostname] }), node };
}

import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  byShape,
  cast,
  enumeration,
  fetchRows,
  float8,
  type RowOf,
  rawQuery,
  statement,
} from '../../../platform/database/statements/index.js';
import { alert, platformType } from '../tables.js';
import { matchesTenants, type TenantFilter, tenantsShape, tenantTypes } from '../tenants.js';

interface SummaryQuery extends TenantFilter {
  readonly considered: number;
}

const summaries = byShape(summaryShape, ({ tenants, considered }: SummaryQuery) => {
  const newest = alias(alert, 'newest');
  const selection = {
    endpointId: newest.endpointId,
    tenantId: newest.tenantId,
    platform: cast(
      enumeration(platformType),
      sql`(array_agg(${newest.platform} order by ${newest.lastSeenEpoch} desc, ${newest.id}))[1]`,
    ),
    totalAlerts: cast(float8, sql`count(*)`),
    openAlerts: cast(float8, sql`count(*) filter (where ${newest.status} = 'open')`),
    lastAlertTimeEpoch: cast(float8, sql`max(${newest.lastSeenEpoch})`),
  };
  return statement(tenantTypes({ tenants }), (parameters) =>
    rawQuery(
      selection,
      (selected) => sql`select ${selected}
        from (
          select * from ${alert} ${tenants === null ? sql`` : sql`where ${matchesTenants(alert.tenantId, tenants, parameters.tenants)}`}
          order by ${alert.createdAtEpoch} desc, ${alert.id} limit ${considered}
        ) newest
        group by ${newest.tenantId}, ${newest.endpointId}
        order by max(${newest.lastSeenEpoch}) desc, ${newest.tenantId}, ${newest.endpointId}`,
    ),
  );
});

function summaryShape(query: SummaryQuery): string {
  return `${tenantsShape(query)} ${query.considered}`;
}

export type EndpointSummaryRow = RowOf<ReturnType<typeof summaries>>;

/** One row per endpoint, computed from the newest alerts in list order (specification, section 4, "GET /endpoints"). */
export const selectEndpointSummaries = fetchRows(summaries);

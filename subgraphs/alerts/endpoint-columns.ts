import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { cast, integer, type RowOfSelection, selectFields } from '../../platform/database/statements/index.js';
import type { FieldSet } from '../../platform/field-set.js';
import { alert, endpoint } from './tables.js';

/** The SQL alias of the endpoint table in joins and subqueries. */
export const joinedEndpoint = alias(endpoint, 'endpoint');

/** Counts the alerts of an endpoint that match a condition. The condition must be the predicate of a partial index. */
export function countOf(table: typeof endpoint | typeof joinedEndpoint, condition: SQL): SQL {
  return sql`(select count(*) from ${alert} where ${alert.tenantId} = ${table.tenantId} and ${alert.endpointId} = ${table.hostname}
    and ${condition})`;
}

const isSuppressed = sql`${alert.suppressedBy} is not null`;
/** Matches suppressed alerts that are included in the stored number of open alerts of their endpoint. */
export const isSuppressedOpen = sql`${isSuppressed} and ${alert.status} = 'open'`;
const isInProgress = sql`${alert.status} in ('acknowledged', 'investigating') and ${alert.suppressedBy} is null`;

const openCount = sql`${joinedEndpoint.openAlerts} - ${countOf(joinedEndpoint, isSuppressedOpen)}`;

/**
 * The columns of an endpoint. Stored counts include suppressed alerts, so the number of suppressed alerts is subtracted
 * from each.
 */
const endpointColumns = {
  ...getTableColumns(joinedEndpoint),
  totalAlerts: cast(integer, sql`${joinedEndpoint.totalAlerts} - ${countOf(joinedEndpoint, isSuppressed)}`),
  openAlerts: cast(integer, openCount),
  activeAlerts: cast(integer, sql`${openCount} + ${countOf(joinedEndpoint, isInProgress)}`),
};

/** An endpoint with all fields, named as in the GraphQL schema. */
export type EndpointRow = RowOfSelection<typeof endpointColumns>;
export type EndpointField = keyof EndpointRow;
export type EndpointFields = FieldSet<EndpointField>;
// The keys of the object above.
export const endpointFieldNames = new Set(Object.keys(endpointColumns) as EndpointField[]);
/** An endpoint with its key and the requested fields. */
export type EndpointRecord = RowOfSelection<ReturnType<typeof endpointFieldsOf>>;

/** The selection of the requested endpoint fields, and always the key. */
export function endpointFieldsOf(names: readonly EndpointField[]) {
  return {
    ...selectFields(endpointColumns, names),
    tenantId: joinedEndpoint.tenantId,
    hostname: joinedEndpoint.hostname,
  };
}

import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dateOf } from '../../../../platform/clock.js';
import { type Executor, sortedDistinct } from '../../../../platform/database/index.js';
import {
  array,
  byFields,
  cast,
  enumeration,
  fetchRow,
  fetchRows,
  float8,
  integer,
  joined,
  nullable,
  optional,
  type RowOfSelection,
  rawQuery,
  records,
  run,
  selectFields,
  sqlFile,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import type { FieldSet } from '../../../../platform/field-set.js';
import { type EndpointField, endpointFieldsOf } from '../../endpoint-columns.js';
import { alert, endpoint, severityType, statusType } from '../../tables.js';
import { matchesTenants, restrictToTenants, type TenantFilter, tenantsShape, tenantTypes } from '../../tenants.js';
import type { AlertStatus, Severity } from '../../vocabulary.js';
import { changeDateOf } from '../rules.js';
import { relatedEndpoints, relatedTo } from './related.js';

/** Prefix of the names of fields of the endpoint. */
const endpointPrefix = 'endpoint.';

/** The SQL alias of the alert table in joins and subqueries. */
export const row = alias(alert, 'alert');

/**
 * The times of an alert as dates, converted when rows are decoded. Converting them in resolvers would take a tenth of
 * the CPU time of a list.
 */
const times = {
  firstSeen: cast(float8, sql`${row.firstSeenEpoch}`).mapWith(dateOf),
  lastSeen: cast(float8, sql`${row.lastSeenEpoch}`).mapWith(dateOf),
  createdAt: cast(float8, sql`${row.createdAtEpoch}`).mapWith(dateOf),
  updatedAt: cast(float8, sql`greatest(${row.updatedAtEpoch}, ${row.triagedAtEpoch})`).mapWith(changeDateOf),
};

/** The selection of all readable fields of an alert, without those of its endpoint. */
function alertSelection(windowSeconds: number) {
  return {
    ...getTableColumns(row),
    ...times,
    relatedEndpoints: cast(array(text), relatedEndpoints(row, windowSeconds)).mapWith(sortedDistinct),
  };
}

/** An alert with all its fields. Times that are numbers are Unix epoch seconds. */
export type AlertRow = RowOfSelection<ReturnType<typeof alertSelection>>;
/** Field of an alert, or of its endpoint: `endpoint.` and the name of the field. */
export type AlertField = keyof AlertRow | `${typeof endpointPrefix}${EndpointField}`;
export type AlertFields = FieldSet<AlertField>;
/** Alert fields, without those of its endpoint. */
export type OwnAlertFields = FieldSet<keyof AlertRow>;
/** Names of the alert fields, without those of its endpoint. */
export const alertFieldNames = new Set(
  // The keys of the selection above.
  [...Object.keys(getTableColumns(row)), ...Object.keys(times), 'relatedEndpoints'] as (keyof AlertRow)[],
);
/** An alert with its id and the requested fields, including its endpoint if requested. */
export type AlertRecord = RowOfSelection<ReturnType<typeof alertFieldsOf>>;

/** The selection of the requested alert fields, and always the id. */
export function alertFieldsOf(fields: AlertFields, windowSeconds: number) {
  const ofEndpoint = endpointFieldsIn(fields);
  return {
    ...selectFields(alertSelection(windowSeconds), fields.names),
    ...(ofEndpoint.length === 0 ? {} : { endpoint: joined(endpointFieldsOf(ofEndpoint)) }),
    id: row.id,
  };
}

/** The requested fields of the endpoint, by their own names. */
function endpointFieldsIn({ names }: AlertFields): EndpointField[] {
  return names
    .filter((name) => name.startsWith(endpointPrefix))
    .map((name) => name.slice(endpointPrefix.length) as EndpointField);
}

/** Joins the endpoint table if fields of the endpoint are requested. */
export function endpointJoin(fields: AlertFields): SQL {
  if (endpointFieldsIn(fields).length === 0) return sql``;
  return sql`left join ${endpoint} on ${endpoint.tenantId} = ${row.tenantId} and ${endpoint.hostname} = ${row.endpointId}`;
}

/** A position in a list of alerts: the sort value and the id of an alert. */
export interface AlertPosition {
  readonly value: number;
  readonly id: string;
}

export interface RowsQuery extends TenantFilter {
  readonly fields: AlertFields;
  readonly windowSeconds: number;
}

function rowsShape(query: RowsQuery): string {
  return `${query.windowSeconds} ${tenantsShape(query)}`;
}

const alertById = byFields(rowsShape, (query: RowsQuery) =>
  statement({ id: uuid, ...tenantTypes(query) }, (values) =>
    alertRows(query, sql`${row.id} = ${values.id} ${restrictToTenants(row, query, values)}`),
  ),
);

/** Selects one alert; undefined if it does not exist, or the query is restricted to other tenants. */
export const selectAlert = fetchRow(alertById);

const alertsByIds = byFields(rowsShape, (query: RowsQuery) =>
  statement({ ids: array(uuid), ...tenantTypes(query) }, (values) =>
    alertRows(query, sql`${row.id} = any(${values.ids}) ${restrictToTenants(row, query, values)}`),
  ),
);

/** Selects the alerts with the given ids, in any order. Ids without an alert are ignored. */
export const selectAlerts = fetchRows(alertsByIds);

function alertRows({ fields, windowSeconds }: RowsQuery, where: SQL) {
  return rawQuery(
    alertFieldsOf(fields, windowSeconds),
    (columns) => sql`select ${columns} from ${alert} ${endpointJoin(fields)} where ${where}`,
  );
}

const parent = alias(alert, 'parent');

const relatedAlerts = byFields(rowsShape, (query: RowsQuery) => {
  const { fields, windowSeconds } = query;
  return statement({ ids: array(uuid), first: integer, ...tenantTypes(query) }, (values) =>
    rawQuery(
      { parentId: parent.id, ...alertFieldsOf(fields, windowSeconds) },
      (columns) => sql`select ${columns}
        from ${alert} parent cross join lateral (
          select * from (${relatedTo(parent, { columns: sql`other.*`, windowSeconds })}) alert
          where ${row.suppressedBy} is null
          order by ${row.lastSeenEpoch} desc, ${row.id} limit ${values.first}
        ) alert ${endpointJoin(fields)}
        where ${parent.id} = any(${values.ids}) ${restrictToTenants(parent, query, values)}
        order by ${row.lastSeenEpoch} desc, ${row.id}`,
    ),
  );
});

/**
 * For each alert, its related alerts that are not suppressed, most recently seen first. `parentId` in a row is
 * the id of the given alert.
 */
export const selectRelatedAlerts = fetchRows(relatedAlerts);

interface NewestQuery extends RowsQuery {
  readonly endpoints: readonly { tenantId: string; hostname: string }[];
  readonly first: number;
  readonly after: AlertPosition | null;
  readonly statuses: readonly AlertStatus[] | null;
}

const endpointKeys = records({ tenantId: text, hostname: text, position: integer });

const newestTypes = {
  key: endpointKeys,
  first: integer,
  statuses: optional(nullable(array(enumeration(statusType)))),
  afterValue: optional(float8),
  afterId: optional(uuid),
};

const newestAlerts = byFields(
  (query: NewestQuery) => `${rowsShape(query)} ${query.statuses === null} ${query.after === null}`,
  ({ fields, windowSeconds, statuses, tenants, after }) =>
    statement({ ...newestTypes, ...tenantTypes({ tenants }) }, (values) => {
      const isWanted = statuses === null ? sql`` : sql`and ${alert.status} = any(${values.statuses})`;
      const isAfter =
        after === null
          ? sql``
          : sql`and ${alert.createdAtEpoch} <= ${values.afterValue}
              and (${alert.createdAtEpoch} < ${values.afterValue} or ${alert.id} > ${values.afterId})`;
      const ofTenants =
        tenants === null ? sql`` : sql`where ${matchesTenants(sql`key.tenant_id`, tenants, values.tenants)}`;
      return rawQuery(
        {
          position: cast(integer, sql`key.position`),
          ...alertFieldsOf(fields, windowSeconds),
          orderValue: row.createdAtEpoch,
        },
        (columns) => sql`select ${columns}
        from ${values.key} cross join lateral (
          select * from ${alert} where ${alert.endpointId} = key.hostname and ${alert.tenantId} = key.tenant_id
            and ${alert.suppressedBy} is null ${isWanted} ${isAfter}
          order by ${alert.createdAtEpoch} desc, ${alert.id} limit ${values.first}
        ) alert ${endpointJoin(fields)} ${ofTenants}
        order by key.position, ${row.createdAtEpoch} desc, ${row.id}`,
      );
    }),
);

/**
 * For each endpoint, the alerts after a position that are not suppressed, newest first. `position` in a row is
 * the index of the endpoint.
 */
export async function selectAlertsOfEndpoints(
  executor: Executor,
  query: NewestQuery,
): Promise<(AlertRecord & { position: number; orderValue: number })[]> {
  const { after, endpoints } = query;
  return await run(executor, newestAlerts(query), {
    ...query,
    key: keysOf(endpoints),
    afterValue: after?.value,
    afterId: after?.id,
  });
}

/** The keys of endpoints, each with its index. */
function keysOf(endpoints: readonly { tenantId: string; hostname: string }[]) {
  return endpoints.map((endpoint, position) => ({ ...endpoint, position }));
}

/**
 * A position among the alerts of an incident. `value` is the time at which the alert was opened, in Unix epoch seconds.
 */
export interface MemberPosition extends AlertPosition {
  readonly severity: Severity;
}

interface MembersQuery extends RowsQuery {
  readonly ids: readonly string[];
  readonly first: number;
  readonly after: MemberPosition | null;
}

const memberTypes = {
  ...{ ids: array(uuid), first: integer },
  afterSeverity: optional(enumeration(severityType)),
  afterValue: optional(float8),
  afterId: optional(uuid),
};

const membersOrder = (table: typeof alert | typeof row) =>
  sql`${table.severity} desc, ${table.createdAtEpoch} desc, ${table.id}`;

const members = byFields(
  (query: MembersQuery) => `${rowsShape(query)} ${query.after === null}`,
  (query) => {
    const { fields, windowSeconds, after } = query;
    return statement({ ...memberTypes, ...tenantTypes(query) }, (values) => {
      const isAfter =
        after === null
          ? sql``
          : sql`and ${alert.severity} <= ${values.afterSeverity} and (${alert.severity} < ${values.afterSeverity}
              or ${alert.createdAtEpoch} < ${values.afterValue}
              or ${alert.createdAtEpoch} = ${values.afterValue} and ${alert.id} > ${values.afterId})`;
      const order = { orderSeverity: row.severity, orderValue: row.createdAtEpoch };
      return rawQuery(
        { parentId: cast(uuid, sql`parent_id`), ...alertFieldsOf(fields, windowSeconds), ...order },
        (columns) => sql`select ${columns} from unnest(${values.ids}) parent_id cross join lateral (
          select * from ${alert} where ${alert.incidentId} = parent_id ${restrictToTenants(alert, query, values)} ${isAfter}
          order by ${membersOrder(alert)} limit ${values.first}
        ) alert ${endpointJoin(fields)} order by parent_id, ${membersOrder(row)}`,
      );
    });
  },
);

/**
 * For each incident, the alerts after a position, most severe first. `parentId` in a row is the incident, and
 * each row has its own position.
 */
export async function selectAlertsOfIncidents(
  executor: Executor,
  query: MembersQuery,
): Promise<(AlertRecord & { parentId: string; orderSeverity: Severity; orderValue: number })[]> {
  const { after } = query;
  return await run(executor, members(query), {
    ...query,
    afterSeverity: after?.severity,
    afterValue: after?.value,
    afterId: after?.id,
  });
}

const idsOfEndpoints = sqlFile(import.meta.url, './alert-ids-of-endpoints.sql', {
  parameters: { key: endpointKeys, first: integer, tenants: nullable(array(text)) },
  row: { position: integer, ids: array(uuid) },
});

/** For each endpoint, the ids of the newest alerts that are not suppressed. Reads only indexes. */
export async function selectAlertIdsOfEndpoints(
  executor: Executor,
  query: TenantFilter & { endpoints: readonly { tenantId: string; hostname: string }[]; first: number },
): Promise<{ position: number; ids: string[] }[]> {
  return await run(executor, idsOfEndpoints, { ...query, key: keysOf(query.endpoints) });
}

import {
  type Executor,
  likePattern,
  runStatement,
  StatementParameters,
  whereClause,
} from '../../../platform/database/index.js';
import { fieldSet } from '../../../platform/field-set.js';
import type { Platform } from '../vocabulary.js';
import type { EndpointField, EndpointFields, EndpointRecord } from './records.js';

export interface EndpointCriteria {
  readonly tenantId?: string;
  /** Part of the hostname, in lower case. */
  readonly hostname?: string;
  readonly platform?: Platform;
}

export interface EndpointPlace {
  readonly value: number;
  readonly tenantId: string;
  readonly hostname: string;
}

/** Endpoints behind a place, the one with the newest alert first. */
export async function selectEndpointsBehind(
  sql: Executor,
  query: EndpointPageQuery & { fields: EndpointFields },
): Promise<(EndpointRecord & { orderValue: number })[]> {
  const parameters = new StatementParameters();
  const source = behindSource(query, endpointConditions(query.criteria, parameters), parameters);
  const text = `select ${endpointColumns(query.fields)}, endpoint.last_alert_time as "orderValue"
    from (${source}) endpoint ${pageOrder}`;
  return await runStatement(sql, text, parameters.values);
}

export interface EndpointPageQuery {
  readonly criteria: EndpointCriteria;
  readonly behind: EndpointPlace | null;
  readonly limit: number;
}

const pageOrder = 'order by last_alert_time desc, tenant_id, hostname';

/** Two sorted branches, so that a place amid endpoints of equal time (one import) is found by the index too. */
function behindSource(
  { criteria, behind, limit }: EndpointPageQuery,
  conditions: readonly string[],
  parameters: StatementParameters,
): string {
  const page = (where: readonly string[]) =>
    `select * from alerts.endpoint ${whereClause(where)} ${pageOrder} limit ${limit}`;
  if (behind === null) return page(conditions);
  const time = `${parameters.add(behind.value)}::float8`;
  const equal = [...conditions, `last_alert_time = ${time}`, keyBehind(behind, criteria.tenantId, parameters)];
  const beyond = [...conditions, `last_alert_time < ${time}`];
  return `select * from ((${page(equal)}) union all (${page(beyond)})) branches ${pageOrder} limit ${limit}`;
}

/**
 * The key follows that of the place. The index of one tenant has no pair to compare: within the tenant of the place the hostname
 * decides, and any other tenant is before or behind it as a whole (a cursor of the list of all tenants), which no row is read for.
 */
function keyBehind(place: EndpointPlace, tenantId: string | undefined, parameters: StatementParameters): string {
  const hostname = () => `${parameters.add(place.hostname)}::text`;
  if (tenantId === place.tenantId) return `hostname > ${hostname()}`;
  const tenant = `${parameters.add(place.tenantId)}::text`;
  if (tenantId === undefined) return `(tenant_id, hostname) > (${tenant}, ${hostname()})`;
  return `${parameters.add(tenantId)}::text collate "C" > ${tenant}`;
}

/** How many endpoints there are. */
export async function countEndpoints(sql: Executor, criteria: EndpointCriteria): Promise<number> {
  const parameters = new StatementParameters();
  const where = whereClause(endpointConditions(criteria, parameters));
  const text = `select count(*)::float8 as total from alerts.endpoint ${where}`;
  const [row] = await runStatement<{ total: number }>(sql, text, parameters.values);
  return row?.total ?? 0;
}

/** The endpoints of these keys that exist; `position` is the place of the key in the list. */
export async function selectEndpoints(
  sql: Executor,
  query: { keys: readonly { tenantId: string; hostname: string }[]; fields: EndpointFields },
): Promise<(EndpointRecord & { position: number })[]> {
  const parameters = new StatementParameters();
  const tenants = parameters.add(query.keys.map((key) => key.tenantId));
  const hostnames = parameters.add(query.keys.map((key) => key.hostname));
  const text = `select (key.ordinality - 1)::int as position, ${endpointColumns(query.fields)}
    from unnest(${tenants}::text[], ${hostnames}::text[]) with ordinality key (tenant_id, hostname, ordinality)
    join alerts.endpoint on endpoint.tenant_id = key.tenant_id and endpoint.hostname = key.hostname`;
  return await runStatement(sql, text, parameters.values);
}

export interface EndpointNamesQuery {
  /** In lower case. */
  readonly names: readonly string[];
  /** Null: of all tenants. */
  readonly tenantId: string | null;
  /** True: only those with open alerts; false: only those without; null: all. */
  readonly hasOpenAlerts: boolean | null;
  /** At most so many of each name. */
  readonly first: number;
  readonly fields: EndpointFields;
}

type NamedEndpoint = EndpointRecord & { position: number };

/** The endpoints of these hostnames, by tenant; `position` is the place of the name in the list. */
export async function selectEndpointsByHostname(sql: Executor, query: EndpointNamesQuery): Promise<NamedEndpoint[]> {
  return await selectEndpointsByNames(sql, query, (condition) => endpointsOf(`${backwards} = wanted.start`, condition));
}

/** The endpoints whose hostname is one of these names or ends with a dot and the name: the name itself first, then by hostname from its end. */
export async function selectEndpointsUnderDomain(sql: Executor, query: EndpointNamesQuery): Promise<NamedEndpoint[]> {
  // Read backwards, what ends alike begins alike: a range of an index. The slash follows the dot.
  const under = `wanted.start <> '' and ${backwards} >= wanted.start || '.' and ${backwards} < wanted.start || '/'`;
  return await selectEndpointsByNames(
    sql,
    query,
    (condition) => `(${endpointsOf(`${backwards} = wanted.start`, condition)})
      union all (${endpointsOf(under, condition)}) limit ${query.first}`,
  );
}

const backwards = 'reverse(hostname)';

async function selectEndpointsByNames(
  sql: Executor,
  query: EndpointNamesQuery,
  found: (condition: string) => string,
): Promise<NamedEndpoint[]> {
  const parameters = new StatementParameters();
  const names = parameters.add(query.names);
  const tenant = query.tenantId === null ? '' : `and tenant_id = ${parameters.add(query.tenantId)}`;
  const condition = `${tenant} ${openAlertsCondition(query.hasOpenAlerts)} order by ${backwards}, tenant_id limit ${query.first}`;
  const text = `select (wanted.ordinality - 1)::int as position, ${endpointColumns(query.fields)}
    from (
      select reverse(name) as start, ordinality from unnest(${names}::text[]) with ordinality given (name, ordinality)
    ) wanted
    cross join lateral (${found(condition)}) endpoint
    order by position, reverse(endpoint.hostname), endpoint.tenant_id`;
  return await runStatement(sql, text, parameters.values);
}

function endpointsOf(names: string, condition: string): string {
  return `select * from alerts.endpoint where ${names} ${condition}`;
}

function openAlertsCondition(hasOpenAlerts: boolean | null): string {
  if (hasOpenAlerts === null) return '';
  return `and open_alerts ${hasOpenAlerts ? '>' : '='} 0`;
}

export interface EndpointSummaryRow {
  endpointId: string;
  tenantId: string;
  platform: Platform;
  totalAlerts: number;
  openAlerts: number;
  lastAlertTimeEpoch: number;
}

/** Specification, section 4, "GET /endpoints": from the newest alerts in list order only. */
export async function summarizeNewestAlerts(
  sql: Executor,
  query: { tenantId: string | null; considered: number },
): Promise<EndpointSummaryRow[]> {
  const parameters = new StatementParameters();
  const tenant = query.tenantId === null ? '' : `where tenant_id = ${parameters.add(query.tenantId)}`;
  const text = `select endpoint_id as "endpointId", tenant_id as "tenantId",
      (array_agg(platform order by last_seen desc, id))[1] as platform, count(*)::float8 as "totalAlerts",
      count(*) filter (where status = 'open')::float8 as "openAlerts", max(last_seen) as "lastAlertTimeEpoch"
    from (
      select * from alerts.alert ${tenant} order by created_at desc, id limit ${query.considered}
    ) newest
    group by tenant_id, endpoint_id order by max(last_seen) desc, tenant_id, endpoint_id`;
  return await runStatement(sql, text, parameters.values);
}

function endpointConditions(criteria: EndpointCriteria, parameters: StatementParameters): string[] {
  const conditions: string[] = [];
  if (criteria.tenantId !== undefined) conditions.push(`tenant_id = ${parameters.add(criteria.tenantId)}`);
  if (criteria.hostname !== undefined)
    conditions.push(`hostname like ${parameters.add(likePattern(criteria.hostname))}`);
  if (criteria.platform !== undefined) {
    conditions.push(`platform = ${parameters.add(criteria.platform)}::text::alerts.platform`);
  }
  return conditions;
}

const columns: Readonly<Record<EndpointField, string>> = {
  tenantId: 'endpoint.tenant_id',
  hostname: 'endpoint.hostname',
  platform: 'endpoint.platform',
  totalAlerts: 'endpoint.total_alerts',
  openAlerts: 'endpoint.open_alerts',
  lastAlertTimeEpoch: 'endpoint.last_alert_time',
};

/** All that is stored of an endpoint. */
export const everyEndpointField: EndpointFields = fieldSet(Object.keys(columns) as EndpointField[]); // The keys of a record.

/**
 * The columns of the key and of these fields of a row called `endpoint`.
 * @param prefix goes before their names: `endpoint.` where the row is joined to others
 */
export function endpointColumns(fields: EndpointFields, prefix = ''): string {
  const names = new Set<EndpointField>(['tenantId', 'hostname', ...fields.names]);
  return [...names].map((name) => `${columns[name]} as "${prefix}${name}"`).join(', ');
}

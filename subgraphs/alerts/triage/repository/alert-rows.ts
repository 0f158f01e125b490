import {
  type Executor,
  runStatement,
  StatementParameters,
  StatementTexts,
  whereClause,
} from '../../../../platform/database/index.js';
import { sortedDistinct } from '../../../../platform/sorted-distinct.js';
import { endpointColumns, everyEndpointField } from '../../endpoints/index.js';
import type { AlertOrderField, AlertStatus, OrderDirection } from '../../vocabulary.js';
import type { AlertFields, AlertRecord, AlertRow } from '../records.js';
import { type AlertCriteria, conditionsOf } from './criteria.js';
import { relatedEndpoints, relatedTo } from './related-alerts.js';

const plainColumns: Readonly<Record<Exclude<keyof AlertRow, 'relatedEndpoints'>, string>> = {
  id: 'id',
  tenantId: 'tenant_id',
  endpointId: 'endpoint_id',
  severity: 'severity',
  status: 'status',
  platform: 'platform',
  attackProb: 'attack_prob',
  confidence: 'confidence',
  prediction: 'prediction',
  ttpTechniques: 'ttp_techniques',
  ttpExplanation: 'ttp_explanation',
  inferenceIds: 'inference_ids',
  firstSeenEpoch: 'first_seen',
  lastSeenEpoch: 'last_seen',
  createdAtEpoch: 'created_at',
  updatedAtEpoch: 'updated_at',
  analystNotes: 'analyst_notes',
  resolvedBy: 'resolved_by',
  modelName: 'model_name',
  numNodes: 'num_nodes',
  numEdges: 'num_edges',
};

/** Severity follows from the score, so both orders are one. */
const orderColumns: Readonly<Record<AlertOrderField, string>> = {
  created_at: 'created_at',
  last_seen: 'last_seen',
  attack_prob: 'attack_prob',
  severity: 'attack_prob',
};

const texts = new StatementTexts<AlertFields>();

/** The columns of the fields, read from a row called `alert` and what `endpointJoin` joins to it, for `runAlertStatement`. */
export function alertColumns(fields: AlertFields, alert: string, window: number): string {
  const columns = fields.names.map((name) => {
    if (name === 'endpoint') return endpointColumns(everyEndpointField, 'endpoint.');
    return name === 'relatedEndpoints'
      ? `${relatedEndpoints(alert, window)} as "relatedEndpoints"`
      : `${alert}.${plainColumns[name]} as "${name}"`;
  });
  return [`${alert}.id`, ...columns].join(', ');
}

/** Joins its endpoint to a row called `alert`, where it is asked for: one statement for both. */
function endpointJoin(fields: AlertFields): string {
  if (!fields.names.includes('endpoint')) return '';
  return 'left join alerts.endpoint on endpoint.tenant_id = alert.tenant_id and endpoint.hostname = alert.endpoint_id';
}

/** Runs a statement that selects `alertColumns`. */
export async function runAlertStatement<Row extends AlertRecord = AlertRecord>(
  sql: Executor,
  statement: { text: string; parameters: StatementParameters; fields: AlertFields },
): Promise<Row[]> {
  const alerts = await runStatement<Row>(sql, statement.text, statement.parameters.values);
  if (statement.fields.names.includes('relatedEndpoints')) {
    for (const alert of alerts) alert.relatedEndpoints = sortedDistinct(alert.relatedEndpoints ?? []);
  }
  return alerts;
}

export interface AlertOrdering {
  readonly field: AlertOrderField;
  readonly direction: OrderDirection;
}

export interface PageQuery {
  readonly criteria: AlertCriteria;
  readonly order: AlertOrdering;
  readonly limit: number;
  readonly fields: AlertFields;
  /** Seconds within which alerts are related. */
  readonly window: number;
}

/** Beyond this, rows to leave out are skipped in the index and not in the table. */
const deepOffset = 500;

/** A page by offset. */
export async function selectAlertPage(sql: Executor, query: PageQuery & { offset: number }): Promise<AlertRecord[]> {
  const parameters = new StatementParameters();
  const where = whereClause(conditionsOf(query.criteria, parameters));
  const offset = query.offset === 0 ? '' : `offset ${parameters.add(query.offset)}`;
  const tail = `${where} ${orderClause(query.order)} limit ${query.limit} ${offset}`;
  const source =
    query.offset < deepOffset
      ? `select * from alerts.alert ${tail}`
      : `select * from alerts.alert where id in (select id from alerts.alert ${tail})`;
  return await runAlertStatement(sql, { text: pageText(query, source), parameters, fields: query.fields });
}

/** A place between alerts: that of the alert with this value and id. */
export interface AlertPlace {
  readonly value: number;
  readonly id: string;
}

/** What lies behind a place, in order, with the value that the order goes by. */
export async function selectAlertsBehind(
  sql: Executor,
  query: PageQuery & { behind: AlertPlace | null; until: AlertPlace | null },
): Promise<(AlertRecord & { orderValue: number })[]> {
  const parameters = new StatementParameters();
  const conditions = conditionsOf(query.criteria, parameters);
  if (query.until !== null) conditions.push(beforePlace(query.order, query.until, parameters));
  const source = behindSource(query, conditions, parameters);
  const text = pageText(query, source, `alert.${orderColumns[query.order.field]} as "orderValue"`);
  return await runAlertStatement(sql, { text, parameters, fields: query.fields });
}

/** Two sorted branches, so that a place amid alerts of equal value (one import) is found by the index too. */
function behindSource(
  query: PageQuery & { behind: AlertPlace | null },
  conditions: readonly string[],
  parameters: StatementParameters,
): string {
  const tail = `${orderClause(query.order)} limit ${query.limit}`;
  if (query.behind === null) return `select * from alerts.alert ${whereClause(conditions)} ${tail}`;
  const column = orderColumns[query.order.field];
  const value = `${parameters.add(query.behind.value)}::float8`;
  const id = `${parameters.add(query.behind.id)}::uuid`;
  const isDescending = query.order.direction === 'desc';
  const equal = [...conditions, `${column} = ${value}`, `id ${isDescending ? '>' : '<'} ${id}`];
  const beyond = [...conditions, `${column} ${isDescending ? '<' : '>'} ${value}`];
  return `select * from (
      (select * from alerts.alert ${whereClause(equal)} ${tail})
      union all
      (select * from alerts.alert ${whereClause(beyond)} ${tail})
    ) branches ${tail}`;
}

function beforePlace(order: AlertOrdering, place: AlertPlace, parameters: StatementParameters): string {
  const column = orderColumns[order.field];
  const [nearer, idNearer] = order.direction === 'desc' ? ['>', '<'] : ['<', '>'];
  const value = `${parameters.add(place.value)}::float8`;
  return `${column} ${nearer}= ${value} and (${column} ${nearer} ${value} or id ${idNearer} ${parameters.add(place.id)}::uuid)`;
}

/** Alerts of equal value follow each other by id; the ascending order is the exact reverse of the descending one. */
function orderClause(order: AlertOrdering): string {
  const column = orderColumns[order.field];
  return order.direction === 'desc' ? `order by ${column} desc, id` : `order by ${column}, id desc`;
}

/** Columns are computed for the rows of the page only. */
function pageText(query: PageQuery, source: string, more = ''): string {
  const { fields, window, order } = query;
  return texts.text(fields, `${window} ${more} of ${source} ${order.field} ${order.direction}`, () => {
    const columns = alertColumns(fields, 'alert', window);
    return `select ${more === '' ? columns : `${columns}, ${more}`} from (${source}) alert
      ${endpointJoin(fields)} ${orderClause(order)}`;
  });
}

export interface RowsQuery {
  /** Null: of all tenants. */
  readonly tenantId: string | null;
  readonly fields: AlertFields;
  readonly window: number;
}

/** One alert, or nothing. */
export async function selectAlert(sql: Executor, query: RowsQuery & { id: string }): Promise<AlertRecord | undefined> {
  const parameters = new StatementParameters();
  const id = parameters.add(query.id);
  const tenant = tenantCondition('alert', query.tenantId, parameters);
  const text = texts.text(
    query.fields,
    `${query.window} one ${tenant}`,
    () =>
      `select ${alertColumns(query.fields, 'alert', query.window)} from alerts.alert
        ${endpointJoin(query.fields)} where alert.id = ${id}::uuid ${tenant}`,
  );
  const [alert] = await runAlertStatement(sql, { text, parameters, fields: query.fields });
  return alert;
}

/** The alerts of these ids that exist, in any order. */
export async function selectAlerts(
  sql: Executor,
  query: RowsQuery & { ids: readonly string[] },
): Promise<AlertRecord[]> {
  const parameters = new StatementParameters();
  const ids = parameters.add(query.ids);
  const text = `select ${alertColumns(query.fields, 'alert', query.window)} from alerts.alert
    ${endpointJoin(query.fields)}
    where alert.id = any(${ids}::uuid[]) ${tenantCondition('alert', query.tenantId, parameters)}`;
  return await runAlertStatement(sql, { text, parameters, fields: query.fields });
}

/** For each of these alerts the alerts related to it, the latest seen first; `parentId` says whose they are. */
export async function selectRelatedAlerts(
  sql: Executor,
  query: RowsQuery & { ids: readonly string[]; first: number },
): Promise<(AlertRecord & { parentId: string })[]> {
  const parameters = new StatementParameters();
  const ids = parameters.add(query.ids);
  const first = parameters.add(query.first);
  const text = `select parent.id as "parentId", ${alertColumns(query.fields, 'alert', query.window)}
    from alerts.alert parent cross join lateral (
      select * from (${relatedTo('parent', { columns: 'other.*', window: query.window })}) related
      order by last_seen desc, id limit ${first}::int
    ) alert ${endpointJoin(query.fields)}
    where parent.id = any(${ids}::uuid[]) ${tenantCondition('parent', query.tenantId, parameters)}
    order by alert.last_seen desc, alert.id`;
  return await runAlertStatement(sql, { text, parameters, fields: query.fields });
}

/** For each of these endpoints its newest alerts; `position` is the place of the endpoint in the list. */
export async function selectAlertsOfEndpoints(
  sql: Executor,
  query: RowsQuery & {
    endpoints: readonly { tenantId: string; hostname: string }[];
    first: number;
    statuses: readonly AlertStatus[] | null;
  },
): Promise<(AlertRecord & { position: number })[]> {
  const parameters = new StatementParameters();
  const tenants = parameters.add(query.endpoints.map((endpoint) => endpoint.tenantId));
  const hostnames = parameters.add(query.endpoints.map((endpoint) => endpoint.hostname));
  const first = parameters.add(query.first);
  const status =
    query.statuses === null ? '' : `and status = any(${parameters.add(query.statuses)}::text[]::alerts.alert_status[])`;
  const text = `select (key.ordinality - 1)::int as position, ${alertColumns(query.fields, 'alert', query.window)}
    from unnest(${tenants}::text[], ${hostnames}::text[]) with ordinality key (tenant_id, hostname, ordinality)
    cross join lateral (
      select * from alerts.alert
      where endpoint_id = key.hostname and tenant_id = key.tenant_id ${status}
      order by created_at desc, id limit ${first}::int
    ) alert ${endpointJoin(query.fields)}
    where true ${tenantCondition('key', query.tenantId, parameters)}
    order by position, alert.created_at desc, alert.id`;
  return await runAlertStatement(sql, { text, parameters, fields: query.fields });
}

/** For each of these endpoints the ids of its newest alerts, from an index alone. */
export async function selectAlertIdsOfEndpoints(
  sql: Executor,
  query: { endpoints: readonly { tenantId: string; hostname: string }[]; first: number; tenantId: string | null },
): Promise<{ position: number; ids: string[] }[]> {
  const parameters = new StatementParameters();
  const tenants = parameters.add(query.endpoints.map((endpoint) => endpoint.tenantId));
  const hostnames = parameters.add(query.endpoints.map((endpoint) => endpoint.hostname));
  const text = `select (key.ordinality - 1)::int as position, array(
      select id from alerts.alert where endpoint_id = key.hostname and tenant_id = key.tenant_id
      order by created_at desc, id limit ${parameters.add(query.first)}::int
    ) as ids
    from unnest(${tenants}::text[], ${hostnames}::text[]) with ordinality key (tenant_id, hostname, ordinality)
    where true ${tenantCondition('key', query.tenantId, parameters)}`;
  return await runStatement(sql, text, parameters.values);
}

/** Restricts a statement to what a caller of one tenant may see. */
export function tenantCondition(table: string, tenantId: string | null, parameters: StatementParameters): string {
  return tenantId === null ? '' : `and ${table}.tenant_id = ${parameters.add(tenantId)}`;
}

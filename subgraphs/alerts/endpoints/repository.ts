import { and, count, eq, like, lt, type SQL, sql } from 'drizzle-orm';
import { type Executor, likePattern } from '../../../platform/database/index.js';
import {
  array,
  byFields,
  byShape,
  cast,
  encodedFrom,
  enumeration,
  fetchRows,
  float8,
  integer,
  optional,
  type Placeholders,
  queryBuilder,
  rawQuery,
  records,
  run,
  runForRow,
  statement,
  text,
  whereAll,
} from '../../../platform/database/statements/index.js';
import {
  countOf,
  type EndpointFields,
  type EndpointRecord,
  endpointFieldsOf,
  isSuppressedOpen,
  joinedEndpoint as row,
} from '../endpoint-columns.js';
import { alert, endpoint, platformType } from '../tables.js';
import {
  matchesTenants,
  restrictToTenants,
  type TenantFilter,
  tenantsShape,
  tenantsType,
  tenantTypes,
} from '../tenants.js';
import type { Platform } from '../vocabulary.js';

type PositionedRecord = EndpointRecord & { position: number };

export interface EndpointCriteria {
  readonly tenants?: readonly string[];
  /** Substring of the hostname, in lower case. */
  readonly hostname?: string;
  readonly platform?: Platform;
}

function criteriaTypes({ tenants }: EndpointCriteria) {
  return {
    tenants: optional(tenantsType(tenants)),
    hostname: optional(encodedFrom(text, likePattern)),
    platform: optional(enumeration(platformType)),
  };
}

/** The parts of the criteria that determine the SQL text of a statement. */
function criteriaShape({ tenants, ...others }: EndpointCriteria): string {
  return `${tenantsShape({ tenants: tenants ?? null })} ${Object.keys(others).join(' ')}`;
}

function conditionsOf(criteria: EndpointCriteria, parameters: Placeholders<ReturnType<typeof criteriaTypes>>): SQL[] {
  const { tenants, hostname, platform } = criteria;
  return [
    tenants === undefined ? [] : matchesTenants(endpoint.tenantId, tenants, parameters.tenants),
    hostname === undefined ? [] : like(endpoint.hostname, parameters.hostname),
    platform === undefined ? [] : eq(endpoint.platform, parameters.platform),
  ].flat();
}

export interface EndpointPosition {
  readonly value: number;
  readonly tenantId: string;
  readonly hostname: string;
}

interface PageQuery {
  readonly criteria: EndpointCriteria;
  readonly after: EndpointPosition | null;
  readonly limit: number;
  readonly fields: EndpointFields;
}

const positionTypes = {
  afterValue: optional(float8),
  afterTenantId: optional(text),
  afterHostname: optional(text),
};

const pageStatement = byFields(
  ({ criteria, after, limit }: PageQuery) =>
    `${after === null ? 'first' : tenantOf(criteria, after)} ${limit} ${criteriaShape(criteria)}`,
  (query) =>
    statement({ ...criteriaTypes(query.criteria), ...positionTypes }, (parameters) =>
      rawQuery(
        { ...endpointFieldsOf(query.fields.names), orderValue: row.lastAlertTimeEpoch },
        (selected) => sql`select ${selected} from (${page(query, parameters)}) endpoint ${pageOrder(row)}`,
      ),
    ),
);

type PageParameters = Placeholders<ReturnType<typeof criteriaTypes> & typeof positionTypes>;

/** Selects the endpoints after a position, in the order of their most recent alert, newest first. */
export async function selectEndpointsAfter(
  executor: Executor,
  query: PageQuery,
): Promise<(EndpointRecord & { orderValue: number })[]> {
  const { criteria, after } = query;
  return await run(executor, pageStatement(query), {
    ...criteria,
    afterValue: after?.value,
    afterTenantId: after?.tenantId,
    afterHostname: after?.hostname,
  });
}

/**
 * Selects a page after a position. Because equal and earlier times are separate sorted branches, PostgreSQL can find
 * the position in the index even among the endpoints of one import, which have equal times.
 */
function page({ criteria, after, limit }: PageQuery, parameters: PageParameters): SQL {
  const branch = (where: readonly SQL[]) =>
    sql`select * from ${endpoint} ${whereAll(where)} ${pageOrder(endpoint)} limit ${limit}`;
  const conditions = conditionsOf(criteria, parameters);
  if (after === null) return branch(conditions);
  const equal = [
    ...conditions,
    eq(endpoint.lastAlertTimeEpoch, parameters.afterValue),
    keyAfter(criteria, after, parameters),
  ];
  const conditionsAfter = [...conditions, lt(endpoint.lastAlertTimeEpoch, parameters.afterValue)];
  return sql`select * from ((${branch(equal)}) union all (${branch(conditionsAfter)})) endpoint ${pageOrder(row)} limit ${limit}`;
}

function pageOrder(table: typeof endpoint | typeof row): SQL {
  return sql`order by ${table.lastAlertTimeEpoch} desc, ${table.tenantId}, ${table.hostname}`;
}

/** Whether a list contains several tenants, only the tenant of the position, or only a different tenant. */
function tenantOf({ tenants }: EndpointCriteria, after: EndpointPosition): 'several' | 'same' | 'other' {
  if (tenants?.length !== 1) return 'several';
  return tenants[0] === after.tenantId ? 'same' : 'other';
}

/**
 * The condition for keys after the position. The index of one tenant does not support row comparison, so hostnames are
 * compared within the tenant of the position. With a cursor of the list of all tenants, a different tenant is entirely
 * before or entirely after the position.
 */
function keyAfter(criteria: EndpointCriteria, after: EndpointPosition, parameters: PageParameters): SQL {
  const { afterTenantId, afterHostname } = parameters;
  switch (tenantOf(criteria, after)) {
    case 'same':
      return sql`${endpoint.hostname} > ${afterHostname}`;
    case 'several':
      return sql`(${endpoint.tenantId}, ${endpoint.hostname}) > (${afterTenantId}, ${afterHostname})`;
    default:
      return sql`${parameters.tenants} collate "C" > ${afterTenantId}`;
  }
}

const total = byShape(criteriaShape, (criteria: EndpointCriteria) =>
  statement(criteriaTypes(criteria), (parameters) =>
    queryBuilder
      .select({ total: cast(float8, count()) })
      .from(endpoint)
      .where(and(...conditionsOf(criteria, parameters))),
  ),
);

/** Counts the endpoints that match the criteria. */
export async function countEndpoints(executor: Executor, criteria: EndpointCriteria): Promise<number> {
  return (await runForRow(executor, total(criteria), criteria))?.total ?? 0;
}

const endpointsByKeys = byFields(
  () => '',
  ({ fields }: { fields: EndpointFields }) =>
    statement({ key: records({ tenantId: text, hostname: text, position: integer }) }, ({ key }) =>
      rawQuery(
        { position: cast(integer, sql`key.position`), ...endpointFieldsOf(fields.names) },
        (selected) => sql`select ${selected}
          from ${key} join ${endpoint} on ${row.tenantId} = key.tenant_id and ${row.hostname} = key.hostname`,
      ),
    ),
);

/**
 * Selects the endpoints with the given keys, except keys without an endpoint. `position` in a row is the index of its
 * key.
 */
export async function selectEndpoints(
  executor: Executor,
  query: { keys: readonly { tenantId: string; hostname: string }[]; fields: EndpointFields },
): Promise<PositionedRecord[]> {
  const key = query.keys.map((each, position) => ({ ...each, position }));
  return await run(executor, endpointsByKeys(query), { key });
}

export interface EndpointNamesQuery extends TenantFilter {
  /** The requested hostnames, in lower case. */
  readonly names: readonly string[];
  /** True: only endpoints with open alerts; false: only endpoints without open alerts; null: all endpoints. */
  readonly hasOpenAlerts: boolean | null;
  /** Maximum number of endpoints for each name. */
  readonly first: number;
  readonly fields: EndpointFields;
  /** Whether to include endpoints in subdomains, that is, those whose hostname ends with a dot and the name. */
  readonly withSubdomains: boolean;
  /** Excludes endpoints that have alerts, if the ids of all their inferences begin with this prefix. */
  readonly exceptInferences?: string;
}

const endpointsByNames = byFields(
  ({ tenants, hasOpenAlerts, first, withSubdomains, exceptInferences }: EndpointNamesQuery) =>
    `${tenantsShape({ tenants })} ${hasOpenAlerts} ${first} ${withSubdomains} ${exceptInferences !== undefined}`,
  (query) => {
    const { first, fields, withSubdomains } = query;
    const backwards = sql`reverse(${endpoint.hostname})`;
    const types = { names: array(text), exceptInferences: optional(text), ...tenantTypes(query) };
    return statement(types, (parameters) => {
      const exclusion =
        query.exceptInferences === undefined ? sql`` : sql`and ${hasOtherInferences(parameters.exceptInferences)}`;
      const endpointsWhere = (condition: SQL) => sql`select * from ${endpoint} where ${condition} ${exclusion}
      ${restrictToTenants(endpoint, query, parameters)}
      ${openAlertsCondition(query.hasOpenAlerts)} order by ${backwards}, ${endpoint.tenantId} limit ${first}`;
      const exact = endpointsWhere(sql`${backwards} = wanted.start`);
      // Reversed, names with a common suffix have a common prefix, which is a range of an index. In byte order, the
      // slash follows the dot.
      const subdomains = endpointsWhere(
        sql`wanted.start <> '' and ${backwards} >= wanted.start || '.' and ${backwards} < wanted.start || '/'`,
      );
      return rawQuery(
        { position: cast(integer, sql`wanted.ordinality - 1`), ...endpointFieldsOf(fields.names) },
        (selected) => sql`select ${selected}
        from (
          select reverse(name) as start, ordinality from unnest(${parameters.names}) with ordinality requested (name, ordinality)
        ) wanted
        cross join lateral (${withSubdomains ? sql`(${exact}) union all (${subdomains}) limit ${first}` : exact}) endpoint
        order by wanted.ordinality, reverse(${row.hostname}), ${row.tenantId}`,
      );
    });
  },
);

/**
 * For each name, the endpoints with this hostname, sorted by tenant; with `withSubdomains` then the endpoints in
 * subdomains, sorted by reversed hostname. `position` in a row is the index of its name.
 */
export const selectEndpointsByNames = fetchRows(endpointsByNames);

/** Whether an endpoint has no alerts, or has an alert with an inference whose id does not begin with the prefix. */
function hasOtherInferences(prefix: SQL): SQL {
  const ofEndpoint = sql`${alert.tenantId} = ${endpoint.tenantId} and ${alert.endpointId} = ${endpoint.hostname}`;
  return sql`(not exists (select from ${alert} where ${ofEndpoint}) or exists (select from ${alert} where ${ofEndpoint}
    and exists (select from unnest(${alert.inferenceIds}) id where not starts_with(id, ${prefix}))))`;
}

function openAlertsCondition(hasOpenAlerts: boolean | null): SQL {
  if (hasOpenAlerts === null) return sql``;
  const suppressed = countOf(endpoint, isSuppressedOpen);
  return hasOpenAlerts
    ? sql`and ${endpoint.openAlerts} > 0 and ${endpoint.openAlerts} > ${suppressed}`
    : sql`and (${endpoint.openAlerts} = 0 or ${endpoint.openAlerts} = ${suppressed})`;
}

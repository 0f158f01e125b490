import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type Executor, likePattern } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  byShape,
  cast,
  encodedFrom,
  enumeration,
  execute,
  fetchOne,
  fetchRows,
  float8,
  insertInto,
  integer,
  nullable,
  optional,
  queryBuilder,
  type RowOfSelection,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { alert, incident, incidentStatusType, severityType } from '../../tables.js';
import {
  matchesTenants,
  restrictToTenants,
  type TenantFilter,
  tenantsShape,
  tenantsType,
  tenantTypes,
} from '../../tenants.js';
import { IncidentOrderField, type IncidentStatus, type Severity } from '../../vocabulary.js';

/** Highest severity of the incident's alerts, read from an index; null if the incident has no alerts. */
const severity = sql`(select max(${alert.severity}) from ${alert} where ${alert.incidentId} = ${incident.id})`;

const storedColumns = getTableColumns(incident);
const columns = { ...storedColumns, severity: cast(nullable(enumeration(severityType)), severity) };

/** An incident with the highest severity of its alerts. Times are Unix epoch seconds. */
export type IncidentRow = RowOfSelection<typeof columns>;
/** A row of the incident table, without the values that are computed from the alerts of the incident. */
export type StoredIncident = typeof incident.$inferSelect;

const incidentsByIds = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    rawQuery(
      columns,
      (selected) => sql`select ${selected} from ${incident}
        where ${incident.id} = any(${parameters.ids}) ${restrictToTenants(incident, query, parameters)}`,
    ),
  ),
);

/** The incidents with the given ids, in any order. */
export const selectIncidents = fetchRows(incidentsByIds);

const successorsByIds = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    rawQuery(
      { mergedId: cast(uuid, sql`path.merged_id`), ...columns },
      (selected) => sql`with recursive path (merged_id, id, next) as (
          select id, id, merged_into_id from ${incident} where id = any(${parameters.ids})
          union all
          select path.merged_id, incident.id, incident.merged_into_id from path
          join ${incident} on incident.id = path.next
        )
        select ${selected} from path join ${incident} on ${incident.id} = path.id
        where path.next is null and path.merged_id <> path.id ${restrictToTenants(incident, query, parameters)}`,
    ),
  ),
);

/**
 * For each incident that was merged, the incident that contains its alerts after all merges. `mergedId` in a row
 * is the id of the given incident.
 */
export const selectSuccessors = fetchRows(successorsByIds);

const lockedIncidents = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    queryBuilder
      .select(storedColumns)
      .from(incident)
      .where(sql`${incident.id} = any(${parameters.ids}) ${restrictToTenants(incident, query, parameters)}`)
      .orderBy(incident.id)
      .for('no key update'),
  ),
);

/**
 * Locks the given incidents until the end of the transaction, in the order of their ids, and omits ids without an
 * incident. Each transaction that adds or removes alerts acquires this lock first, and locks the alerts after it.
 */
export const lockIncidents = fetchRows(lockedIncidents);

/** Inserts a new incident. */
export const insertIncident = execute(
  {
    ...{ id: uuid, tenantId: text, title: text, ownerId: nullable(text), ownerName: nullable(text) },
    ...{ at: float8, isAutomatic: boolean },
  },
  ({ at, ...values }) =>
    insertInto(incident, { ...values, status: sql`'open'`, createdAtEpoch: at, updatedAtEpoch: at }),
);

/** Stores the changed values of an incident that the transaction has locked. */
export const updateIncident = execute(
  {
    ...{ id: uuid, title: text, status: enumeration(incidentStatusType), commentCount: integer },
    ...{ ownerId: nullable(text), ownerName: nullable(text), mergedIntoId: nullable(uuid) },
    ...{ updatedAtEpoch: float8, triagedAtEpoch: nullable(float8) },
  },
  (parameters) => sql`update ${incident} set title = ${parameters.title}, status = ${parameters.status},
      owner_id = ${parameters.ownerId}, owner_name = ${parameters.ownerName}, merged_into_id = ${parameters.mergedIntoId},
      updated_at = ${parameters.updatedAtEpoch}, triaged_at = ${parameters.triagedAtEpoch}, comment_count = ${parameters.commentCount}
      where id = ${parameters.id}`,
);

/** A filter of incidents. An incident must match all criteria, and any value of a list. */
export interface IncidentCriteria {
  readonly tenants?: readonly string[];
  readonly ids?: readonly string[];
  readonly statuses?: readonly IncidentStatus[];
  readonly severities?: readonly Severity[];
  readonly ownerIds?: readonly string[];
  readonly isOwned?: boolean;
  readonly title?: string;
  /** Whether incidents that were merged into others match; by default, they do not. */
  readonly includesMerged?: boolean;
}

interface PageQuery {
  readonly criteria: IncidentCriteria;
  readonly order: IncidentOrderField;
  readonly limit: number;
  readonly after: { readonly value: number; readonly id: string } | null;
}

function criteriaTypes({ tenants }: IncidentCriteria) {
  return {
    tenants: optional(tenantsType(tenants)),
    ids: optional(array(uuid)),
    statuses: optional(array(enumeration(incidentStatusType))),
    severities: optional(array(enumeration(severityType))),
    ownerIds: optional(array(text)),
    isOwned: optional(boolean),
    title: optional(encodedFrom(text, likePattern)),
  };
}

type CriteriaParameters = Readonly<Record<keyof ReturnType<typeof criteriaTypes>, SQL>>;

function conditionsOf(criteria: IncidentCriteria, parameters: CriteriaParameters): SQL[] {
  const { tenants, ids, statuses, severities, ownerIds, isOwned, title, includesMerged } = criteria;
  return [
    ...(tenants === undefined ? [] : [matchesTenants(incident.tenantId, tenants, parameters.tenants)]),
    ...(ids === undefined ? [] : [sql`${incident.id} = any(${parameters.ids})`]),
    ...(statuses === undefined ? [] : [sql`${incident.status} = any(${parameters.statuses})`]),
    ...(ownerIds === undefined ? [] : [sql`${incident.ownerId} = any(${parameters.ownerIds})`]),
    ...(isOwned === undefined ? [] : [sql`(${incident.ownerId} is not null) = ${parameters.isOwned}`]),
    ...(title === undefined ? [] : [sql`${incident.title} ilike ${parameters.title}`]),
    ...(includesMerged === true ? [] : [sql`${incident.mergedIntoId} is null`]),
    ...(severities === undefined ? [] : [sql`${severity} = any(${parameters.severities})`]),
  ];
}

function shapeOf(criteria: IncidentCriteria): string {
  const { tenants, includesMerged } = criteria;
  return `${tenantsShape({ tenants: tenants ?? null })} ${includesMerged === true} ${Object.keys(criteria)}`;
}

/**
 * The sort value as one number. For the order by severity, it combines the severity with the time of the last change.
 */
function orderValue(order: IncidentOrderField): SQL {
  if (order === IncidentOrderField.UPDATED_AT) return sql`${incident.updatedAtEpoch}`;
  if (order === IncidentOrderField.CREATED_AT) return sql`${incident.createdAtEpoch}`;
  const rank = sql`coalesce(array_position(enum_range(null::alerts.severity), ${severity}), 0)`;
  return sql`(${rank} * 1e11::float8 + ${incident.updatedAtEpoch})`;
}

const page = byShape(
  ({ criteria, order, after }: PageQuery) => `${order} ${after === null} ${shapeOf(criteria)}`,
  ({ criteria, order, after }) =>
    statement(
      { ...criteriaTypes(criteria), limit: integer, afterValue: optional(float8), afterId: optional(uuid) },
      (parameters) => {
        const value = orderValue(order);
        const conditions = conditionsOf(criteria, parameters);
        if (after !== null) {
          const next = sql`(${value} < ${parameters.afterValue} or ${incident.id} > ${parameters.afterId})`;
          conditions.push(sql`${value} <= ${parameters.afterValue}`, next);
        }
        return rawQuery(
          { ...columns, orderValue: cast(float8, value) },
          (selected) => sql`select ${selected} from ${incident} ${whereAll(conditions)}
            order by ${value} desc, ${incident.id} limit ${parameters.limit}`,
        );
      },
    ),
);

/** A page of incidents in descending order of the sort field, each with its sort value. */
export async function selectIncidentPage(
  executor: Executor,
  query: PageQuery,
): Promise<(IncidentRow & { orderValue: number })[]> {
  const { criteria, limit, after } = query;
  return await run(executor, page(query), { ...criteria, limit, afterValue: after?.value, afterId: after?.id });
}

const total = byShape(shapeOf, (criteria: IncidentCriteria) =>
  statement(criteriaTypes(criteria), (parameters) =>
    rawQuery(
      { total: cast(integer, sql`count(*)::int`) },
      (selected) => sql`select ${selected} from ${incident} ${whereAll(conditionsOf(criteria, parameters))}`,
    ),
  ),
);

/** The exact number of incidents that match the criteria. */
export async function countIncidents(executor: Executor, criteria: IncidentCriteria): Promise<number> {
  return (await runForRow(executor, total(criteria), criteria))?.total ?? 0;
}

/** The total number of alerts in these incidents. */
export const countAlertsOf = fetchOne({ ids: array(uuid) }, (parameters) =>
  rawQuery(
    { total: cast(integer, sql`count(*)::int`) },
    (selected) => sql`select ${selected} from ${alert} where ${alert.incidentId} = any(${parameters.ids})`,
  ),
);

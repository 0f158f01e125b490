import { sql } from 'drizzle-orm';
import {
  array,
  boolean,
  byShape,
  cast,
  fetchRows,
  float8,
  integer,
  nullable,
  queryBuilder,
  type RowOf,
  rawQuery,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { alert, closedStatuses } from '../../tables.js';
import { restrictToTenants, type TenantFilter, tenantsShape, tenantTypes } from '../../tenants.js';

const lockedMembers = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    queryBuilder
      .select({
        ...{ id: alert.id, tenantId: alert.tenantId, incidentId: alert.incidentId },
        isClosed: cast(boolean, sql`${alert.status} in ${closedStatuses}`),
      })
      .from(alert)
      .where(sql`${alert.id} = any(${parameters.ids}) ${restrictToTenants(alert, query, parameters)}`)
      .orderBy(alert.id)
      .for('no key update'),
  ),
);

export type Member = RowOf<ReturnType<typeof lockedMembers>>;

/** Locks alerts until the end of the transaction, in the order of their ids, as all changes of alerts do. */
export const lockMembers = fetchRows(lockedMembers);

/** Moves alerts that the transaction has locked to an incident, or out of their incident if `incidentId` is null. */
export const moveMembers = fetchRows({ ids: array(uuid), incidentId: nullable(uuid) }, (parameters) =>
  rawQuery(
    { id: alert.id },
    (selected) => sql`update ${alert} set incident_id = ${parameters.incidentId}
        where ${alert.id} = any(${parameters.ids}) returning ${selected}`,
  ),
);

/**
 * Moves all alerts of incidents to another incident. The transaction must have locked the incidents. Returns the id and
 * the previous incident of each alert.
 */
export const moveAllMembers = fetchRows({ from: array(uuid), to: uuid }, (parameters) =>
  rawQuery(
    { id: alert.id, fromId: cast(uuid, sql`outdated.incident_id`) },
    (selected) => sql`with outdated as (
          select id, incident_id from ${alert} where incident_id = any(${parameters.from}) order by id for no key update
        ) update ${alert} set incident_id = ${parameters.to} from outdated where alert.id = outdated.id
        returning ${selected}`,
  ),
);

const counts = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    rawQuery(
      {
        incidentId: cast(uuid, sql`${alert.incidentId}`),
        alertCount: cast(integer, sql`count(*)::int`),
        openAlertCount: cast(integer, sql`(count(*) filter (where ${alert.status} not in ${closedStatuses}))::int`),
        firstSeenEpoch: cast(float8, sql`min(${alert.firstSeenEpoch})`),
        lastSeenEpoch: cast(float8, sql`max(${alert.lastSeenEpoch})`),
      },
      (selected) => sql`select ${selected} from ${alert}
        where ${alert.incidentId} = any(${parameters.ids}) ${restrictToTenants(alert, query, parameters)}
        group by ${alert.incidentId}`,
    ),
  ),
);

export type MemberCounts = RowOf<ReturnType<typeof counts>>;

/** Counts and times of the alerts of each incident; no row for an incident without alerts. */
export const countMembers = fetchRows(counts);

const valueColumns = {
  endpoint: { value: sql`${alert.endpointId}`, from: sql`${alert}` },
  technique: { value: sql`technique`, from: sql`${alert} cross join unnest(${alert.ttpTechniques}) technique` },
};

export type MemberValue = keyof typeof valueColumns;

const values = byShape(
  (query: TenantFilter & { of: MemberValue }) => `${query.of} ${tenantsShape(query)}`,
  (query) => {
    const { value, from } = valueColumns[query.of];
    return statement({ ids: array(uuid), first: integer, ...tenantTypes(query) }, (parameters) =>
      rawQuery(
        {
          incidentId: cast(uuid, sql`counted.incident_id`),
          value: cast(text, sql`counted.value`),
          count: cast(integer, sql`counted.alerts`),
        },
        (selected) => sql`select ${selected} from (
            select incident_id, value, alerts,
              row_number() over (partition by incident_id order by alerts desc, value collate "C") as rank
            from (
              select ${alert.incidentId} as incident_id, ${value} as value, count(distinct ${alert.id})::int as alerts
              from ${from} where ${alert.incidentId} = any(${parameters.ids}) ${restrictToTenants(alert, query, parameters)}
              group by 1, 2
            ) grouped
          ) counted where rank <= ${parameters.first} order by counted.incident_id, rank`,
      ),
    );
  },
);

/** The endpoints or techniques of the alerts of each incident, each with its number of alerts, highest number first. */
export const selectMemberValues = fetchRows(values);

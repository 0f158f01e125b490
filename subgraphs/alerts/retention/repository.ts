import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/index.js';
import {
  array,
  boolean,
  byShape,
  cast,
  enumeration,
  execute,
  fetchRows,
  float8,
  integer,
  type Placeholders,
  type RowOf,
  rawQuery,
  records,
  run,
  statement,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { alertComment } from '../discussion/tables.js';
import { alert, alertTransition, alertVerdict, endpoint, incident, inference, statusType } from '../tables.js';
import type { AlertStatus } from '../vocabulary.js';

interface TenantsOfPeriod {
  readonly tenantId: string | null;
  readonly exceptTenants: readonly string[];
}

/**
 * Selects the outdated alerts of one status and of the tenants of a retention period: alerts that were not changed,
 * commented on or restored after a suppression since `before`, and are in no incident that is open or under
 * investigation.
 */
export interface OutdatedQuery extends TenantsOfPeriod {
  readonly status: AlertStatus;
  /** Time of the last change before which alerts are outdated, in Unix epoch seconds. */
  readonly before: number;
}

const outdatedTypes = { status: enumeration(statusType), before: float8, tenants: array(text) };

function shapeOf({ tenantId, exceptTenants }: TenantsOfPeriod): 'one' | 'all' | 'others' {
  if (tenantId !== null) return 'one';
  return exceptTenants.length === 0 ? 'all' : 'others';
}

const conditions = {
  one: (tenants: SQL) => sql`and ${alert.tenantId} = (${tenants})[1]`,
  all: () => sql``,
  others: (tenants: SQL) => sql`and ${alert.tenantId} <> all(${tenants})`,
};

/**
 * The condition for outdated alerts. It also compares the time of opening, which is indexed and never later than the
 * last change.
 */
function outdatedCondition(query: TenantsOfPeriod, parameters: Placeholders<typeof outdatedTypes>): SQL {
  return sql`${alert.status} = ${parameters.status} and ${alert.createdAtEpoch} < ${parameters.before}
    and ${alert.updatedAtEpoch} < ${parameters.before}
    and coalesce(${alert.restoredAtEpoch}, ${alert.createdAtEpoch}) < ${parameters.before}
    ${conditions[shapeOf(query)](sql`${parameters.tenants}`)}
    and not exists (select from ${alertComment} where ${alertComment.alertId} = ${alert.id}
      and coalesce(${alertComment.editedAtEpoch}, ${alertComment.createdAtEpoch}) >= ${parameters.before})
    and not exists (select from ${incident} where ${incident.id} = ${alert.incidentId}
      and ${incident.status} in ('open', 'investigating'))`;
}

function valuesOf({ tenantId, exceptTenants, ...query }: OutdatedQuery) {
  return { ...query, tenants: tenantId === null ? [...exceptTenants] : [tenantId] };
}

const lockedAlerts = byShape(shapeOf, (query: TenantsOfPeriod) =>
  statement({ ...outdatedTypes, limit: integer }, (parameters) =>
    rawQuery(
      { id: alert.id },
      (columns) => sql`select ${columns} from ${alert} where ${outdatedCondition(query, parameters)}
        order by ${alert.createdAtEpoch} limit ${parameters.limit} for update skip locked`,
    ),
  ),
);

const outdatedAlerts = byShape(shapeOf, (query: TenantsOfPeriod) =>
  statement({ ...outdatedTypes, ids: array(uuid) }, (parameters) =>
    rawQuery(
      {
        id: alert.id,
        tenantId: alert.tenantId,
        endpointId: alert.endpointId,
        isOpen: cast(boolean, sql`${alert.status} = 'open'`),
      },
      (columns) => sql`select ${columns} from ${alert}
        where ${alert.id} = any(${parameters.ids}) and ${outdatedCondition(query, parameters)}`,
    ),
  ),
);

export type OutdatedAlert = RowOf<ReturnType<typeof outdatedAlerts>>;

/**
 * Locks at most `limit` outdated alerts until the end of the transaction. Skips alerts that another transaction has
 * locked: such alerts are about to change, and waiting for them in a different order than changes of alerts do could
 * cause a deadlock. Alerts that received a comment, or were added to an incident, while they were being selected are
 * locked but not returned: the statement that locks them does not see the comment or the incident, but the next one
 * does.
 * @returns the number of locked alerts, and those that are outdated
 */
export async function lockOutdatedAlerts(
  executor: Executor,
  query: OutdatedQuery & { limit: number },
): Promise<{ locked: number; alerts: OutdatedAlert[] }> {
  const values = valuesOf(query);
  const locked = await run(executor, lockedAlerts(query), { ...values, limit: query.limit });
  if (locked.length === 0) return { locked: 0, alerts: [] };
  const ids = locked.map(({ id }) => id);
  return { locked: locked.length, alerts: await run(executor, outdatedAlerts(query), { ...values, ids }) };
}

const count = byShape(shapeOf, (query: TenantsOfPeriod) =>
  statement(outdatedTypes, (parameters) =>
    rawQuery(
      { alerts: cast(float8, sql`count(*)`) },
      (columns) => sql`select ${columns} from ${alert} where ${outdatedCondition(query, parameters)}`,
    ),
  ),
);

export async function countOutdatedAlerts(executor: Executor, query: OutdatedQuery): Promise<number> {
  const [countRow] = await run(executor, count(query), valuesOf(query));
  return countRow?.alerts ?? 0;
}

const idsType = { ids: array(uuid) };

const deleteInferences = execute(
  idsType,
  ({ ids }) => sql`delete from ${inference} using (
      select tenant_id, unnest(inference_ids) as inference_id from ${alert} where id = any(${ids})) as deleted
    where ${inference.tenantId} = deleted.tenant_id and ${inference.inferenceId} = deleted.inference_id`,
);
const deleteVerdicts = execute(
  idsType,
  ({ ids }) => sql`delete from ${alertVerdict} where ${alertVerdict.alertId} = any(${ids})`,
);
const deleteTransitions = execute(
  idsType,
  ({ ids }) => sql`delete from ${alertTransition} where ${alertTransition.alertId} = any(${ids})`,
);
const deleteAlertRows = execute(idsType, ({ ids }) => sql`delete from ${alert} where ${alert.id} = any(${ids})`);

/** Deletes locked alerts with their history, comments and inferences. */
export async function deleteAlerts(executor: Executor, ids: readonly string[]): Promise<void> {
  await deleteInferences(executor, { ids: [...ids] });
  await deleteVerdicts(executor, { ids: [...ids] });
  await deleteTransitions(executor, { ids: [...ids] });
  await deleteAlertRows(executor, { ids: [...ids] });
}

const endpointKeys = { key: records({ tenantId: text, hostname: text }) };

const lockEndpoints = fetchRows(endpointKeys, ({ key }) =>
  rawQuery(
    { hostname: endpoint.hostname },
    (columns) => sql`select ${columns} from ${endpoint}
        join ${key} on ${endpoint.tenantId} = key.tenant_id and ${endpoint.hostname} = key.hostname
        order by ${endpoint.tenantId}, ${endpoint.hostname} for update of endpoint`,
  ),
);

const recount = execute(
  { deleted: records({ tenantId: text, hostname: text, alerts: integer, open: integer }) },
  ({ deleted }) => sql`update ${endpoint} set total_alerts = total_alerts - deleted.alerts,
      open_alerts = open_alerts - deleted.open,
      last_alert_time = coalesce(
        (select max(last_seen) from ${alert} where ${alert.tenantId} = deleted.tenant_id and ${alert.endpointId} = deleted.hostname),
        last_alert_time)
    from ${deleted} where ${endpoint.tenantId} = deleted.tenant_id and ${endpoint.hostname} = deleted.hostname`,
);

const deleteEmptyEndpoints = execute(
  endpointKeys,
  ({ key }) => sql`delete from ${endpoint} using ${key}
    where ${endpoint.tenantId} = key.tenant_id and ${endpoint.hostname} = key.hostname and total_alerts = 0`,
);

/**
 * Subtracts deleted alerts from the counts of their endpoints, and deletes endpoints without alerts. As in imports and
 * changes, endpoints are locked after all alerts, in the order of their keys. Statements after the lock see the counts
 * of all imports that held it before.
 */
export async function subtractFromEndpoints(
  executor: Executor,
  removed: readonly { tenantId: string; hostname: string; alerts: number; open: number }[],
): Promise<void> {
  await lockEndpoints(executor, { key: removed });
  await recount(executor, { deleted: removed });
  await deleteEmptyEndpoints(executor, { key: removed });
}

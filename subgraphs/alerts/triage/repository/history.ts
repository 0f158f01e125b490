import { eq, type SQL, sql } from 'drizzle-orm';
import { dateOf } from '../../../../platform/clock.js';
import {
  array,
  byShape,
  fetchRows,
  queryBuilder,
  type RowOf,
  statement,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { alert, alertAssignment, alertTransition, alertVerdict } from '../../tables.js';
import { restrictToTenants, type TenantFilter, tenantsShape, tenantTypes } from '../../tenants.js';

interface HistoryQuery extends TenantFilter {
  readonly ids: readonly string[];
}

/** The stated actor or, without one, the caller; null for a change of an anonymous caller without a stated actor. */
function actorIn({ statedActor, caller }: typeof alertTransition | typeof alertVerdict): SQL<string | null> {
  return sql`coalesce(${statedActor}, nullif(${caller}, 'anonymous'))`;
}

const transitions = byShape(tenantsShape, (query: HistoryQuery) => {
  const { alertId, at, fromStatus, toStatus, caller, statedActor, notes, via } = alertTransition;
  const actorColumns = { caller, statedActor, actor: actorIn(alertTransition) };
  const selection = { alertId, at: sql`${at}`.mapWith(dateOf), fromStatus, toStatus, ...actorColumns, notes, via };
  return statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    queryBuilder
      .select(selection)
      .from(alertTransition)
      .innerJoin(alert, eq(alert.id, alertId))
      .where(sql`${alertId} = any(${parameters.ids}) ${restrictToTenants(alert, query, parameters)}`)
      .orderBy(alertTransition.id),
  );
});

export type TransitionRecord = RowOf<ReturnType<typeof transitions>>;

/** For each alert, its status transitions, oldest first. */
export const selectTransitions = fetchRows(transitions);

const verdicts = byShape(tenantsShape, (query: HistoryQuery) => {
  const { alertId, at, isTruePositive, modelName, caller, statedActor, notes, via } = alertVerdict;
  const actorColumns = { caller, statedActor, actor: actorIn(alertVerdict) };
  const selection = { alertId, at: sql`${at}`.mapWith(dateOf), isTruePositive, modelName, ...actorColumns, notes, via };
  return statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    queryBuilder
      .select(selection)
      .from(alertVerdict)
      .where(sql`${alertId} = any(${parameters.ids}) ${restrictToTenants(alertVerdict, query, parameters)}`)
      .orderBy(alertVerdict.id),
  );
});

export type VerdictRecord = RowOf<ReturnType<typeof verdicts>>;

/** For each alert, its verdicts, oldest first. */
export const selectVerdicts = fetchRows(verdicts);

const assignments = byShape(tenantsShape, (query: HistoryQuery) => {
  const { alertId, at, fromId, fromName, toId, toName, caller, via } = alertAssignment;
  const selection = { alertId, at: sql`${at}`.mapWith(dateOf), fromId, fromName, toId, toName, caller, via };
  return statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    queryBuilder
      .select(selection)
      .from(alertAssignment)
      .innerJoin(alert, eq(alert.id, alertId))
      .where(sql`${alertId} = any(${parameters.ids}) ${restrictToTenants(alert, query, parameters)}`)
      .orderBy(alertAssignment.id),
  );
});

export type AssignmentRow = RowOf<ReturnType<typeof assignments>>;

/** For each alert, its assignments, oldest first. */
export const selectAssignments = fetchRows(assignments);

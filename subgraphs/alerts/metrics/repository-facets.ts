import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../platform/database/index.js';
import {
  boolean,
  byShape,
  cast,
  float8,
  integer,
  type Placeholders,
  queryBuilder,
  type RowOf,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  whereAll,
} from '../../../platform/database/statements/index.js';
import { alert } from '../tables.js';
import { matchesTenants } from '../tenants.js';
import { type AlertCriteria, conditionsOf, criteriaTypes, shapeOf } from '../triage/index.js';
import { AlertStatus, Severity } from '../vocabulary.js';
import { endpointTally, endpointTallyChange, tallyBackfill, techniqueTally, techniqueTallyChange } from './tables.js';

const supportedCriteria: ReadonlySet<string> = new Set<keyof AlertCriteria>([
  'tenants',
  'severities',
  'statuses',
  'isSuppressed',
]);

/** Whether the tallies by endpoint and technique support the criteria, so alerts need not be counted individually. */
export function hasFacetTallies(criteria: AlertCriteria): boolean {
  return Object.keys(criteria).every((name) => supportedCriteria.has(name) || name === 'targets');
}

const backfillState = statement({}, () =>
  queryBuilder.select({ singleton: cast(boolean, sql`${tallyBackfill.singleton}`) }).from(tallyBackfill),
);

/**
 * Whether the tallies include the alerts that were opened before the migration that added the tallies. Once true, it
 * remains true.
 */
export async function areFacetTalliesComplete(executor: Executor): Promise<boolean> {
  return (await runForRow(executor, backfillState, {})) !== undefined;
}

interface FacetQuery {
  readonly criteria: AlertCriteria;
  /** Maximum number of endpoints or techniques to return. */
  readonly top: number;
}
type StatementParameters = Placeholders<ReturnType<typeof criteriaTypes>>;

/** The conditions for the tally rows that match the criteria. */
function conditionsOn(
  table: typeof techniqueTally | typeof techniqueTallyChange | typeof endpointTallyChange,
  { criteria, parameters }: { criteria: AlertCriteria; parameters: StatementParameters },
): SQL[] {
  // The supported criteria do not read the platform or model, so any columns serve for them.
  const columns = { ...table, platform: alert.platform, modelName: alert.modelName };
  return [...conditionsOf(criteria, parameters, columns), ...suppressionOf(table, criteria)];
}

function suppressionOf({ isSuppressed }: { readonly isSuppressed: AnyPgColumn }, criteria: AlertCriteria): SQL[] {
  if (criteria.isSuppressed === undefined) return [];
  return [sql`${isSuppressed} = ${sql.raw(String(criteria.isSuppressed))}`];
}

const techniques = byShape(
  ({ criteria }: FacetQuery) => shapeOf(criteria),
  ({ criteria }) =>
    statement({ ...criteriaTypes(criteria), top: integer }, (parameters) => {
      const base = conditionsOn(techniqueTally, { criteria, parameters });
      if (criteria.tenants === undefined) base.push(sql`${techniqueTally.tenantId} is null`);
      return rawQuery(
        { value: cast(text, sql`technique`), count: cast(float8, sql`count`) },
        (selected) => sql`select ${selected} from (
          select technique, sum(alerts) as count from (
            select technique, alerts from ${techniqueTally} ${whereAll(base)}
            union all
            select technique, alerts from ${techniqueTallyChange}
              ${whereAll(conditionsOn(techniqueTallyChange, { criteria, parameters }))}
          ) parts group by technique
        ) counted where count > 0 order by count desc, technique collate "C" limit ${parameters.top}`,
      );
    }),
);

/** Counts alerts by technique, from the tally. An alert is counted once for each of its techniques. */
export async function techniquesOfTally(
  executor: Executor,
  query: FacetQuery,
): Promise<RowOf<ReturnType<typeof techniques>>[]> {
  return await run(executor, techniques(query), { ...query.criteria, top: query.top });
}

const endpoints = byShape(
  // The positions of the summed counts are part of the statement's text, because constant positions make the sum
  // several times faster.
  ({ criteria }: FacetQuery) => `${shapeOf(criteria)} ${cellsOf(criteria).join()}`,
  ({ criteria }) =>
    statement({ ...criteriaTypes(criteria), top: integer }, (parameters) => {
      const { tenants } = criteria;
      const cells = cellsOf(criteria).map((cell) => sql`${endpointTally.counts}[${sql.raw(String(cell))}]`);
      // Suppressed alerts have their own row.
      const isSum = criteria.isSuppressed === undefined;
      const count = isSum ? sql`sum(${sql.join(cells, sql` + `)})` : sql.join(cells, sql` + `);
      const { tenantId, endpointId } = endpointTally;
      const suppression = suppressionOf(endpointTally, criteria);
      const isChanged = sql`exists (select from change where change.tenant_id = ${tenantId} and change.endpoint_id = ${endpointId})`;
      const unchangedConditions = [...suppression, sql`not ${isChanged}`];
      if (tenants !== undefined) unchangedConditions.push(matchesTenants(tenantId, tenants, parameters.tenants));
      const changedConditions = [
        sql`${tenantId} = change.tenant_id`,
        sql`${endpointId} = change.endpoint_id`,
        ...suppression,
      ];
      return rawQuery(
        {
          value: cast(text, sql`endpoint_id`),
          tenantId: cast(text, sql`tenant_id`),
          count: cast(float8, sql`count`),
        },
        (selected) => sql`with change as materialized (
            select tenant_id, endpoint_id, sum(alerts) as alerts from ${endpointTallyChange}
            ${whereAll(conditionsOn(endpointTallyChange, { criteria, parameters }))} group by tenant_id, endpoint_id
          ), unchanged as (
            select tenant_id, endpoint_id, ${count} as count from ${endpointTally} ${whereAll(unchangedConditions)}
            ${isSum ? sql`group by tenant_id, endpoint_id` : sql``}
            order by count desc, tenant_id, endpoint_id limit ${parameters.top}
          )
          select ${selected} from (
            select tenant_id, endpoint_id, count from unchanged
            union all
            select tenant_id, endpoint_id, alerts + coalesce((select ${count} from ${endpointTally} ${whereAll(changedConditions)}), 0)
            from change
          ) counted where count > 0 order by count desc, tenant_id, endpoint_id limit ${parameters.top}`,
      );
    }),
);

/** Counts by endpoint from the tally, highest first. Reads one row for each endpoint of the tenants. */
export async function endpointsOfTally(
  executor: Executor,
  query: FacetQuery,
): Promise<RowOf<ReturnType<typeof endpoints>>[]> {
  return await run(executor, endpoints(query), { ...query.criteria, top: query.top });
}

/** Positions, starting at 1, of the counts for the given statuses and severities in the array of a tally row. */
function cellsOf({ statuses, severities }: AlertCriteria): number[] {
  return Object.values(AlertStatus).flatMap((status, row) =>
    Object.values(Severity).flatMap((severity, column) =>
      (statuses?.includes(status) ?? true) && (severities?.includes(severity) ?? true)
        ? [row * Object.values(Severity).length + column + 1]
        : [],
    ),
  );
}

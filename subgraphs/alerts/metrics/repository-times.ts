import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/index.js';
import {
  array,
  byShape,
  cast,
  enumeration,
  float8,
  integer,
  nullable,
  type RowOf,
  rawQuery,
  run,
  statement,
  text,
  whereAll,
} from '../../../platform/database/statements/index.js';
import { alert, alertTransition, closedStatuses, severityType } from '../tables.js';
import { type AlertCriteria, conditionsOf, criteriaTypes, shapeOf } from '../triage/index.js';
import type { ResponseTimesKey } from '../vocabulary.js';

interface TimesQuery {
  readonly criteria: AlertCriteria;
  /** Keys by which alerts are grouped; empty: one group of all alerts. */
  readonly by: readonly ResponseTimesKey[];
  readonly first: number;
}

const percentiles = sql.raw('percentile_cont(array[0.5, 0.9, 0.95]) within group');

/** Count, mean, percentiles and maximum of each time, over the alerts that have this time. */
const statistics = {
  acknowledgedCount: cast(float8, sql`count(acknowledged)`),
  acknowledgedMean: cast(nullable(float8), sql`avg(acknowledged)`),
  acknowledgedPercentiles: cast(nullable(array(float8)), sql`${percentiles} (order by acknowledged)`),
  acknowledgedMax: cast(nullable(float8), sql`max(acknowledged)`),
  resolvedCount: cast(float8, sql`count(resolved)`),
  resolvedMean: cast(nullable(float8), sql`avg(resolved)`),
  resolvedPercentiles: cast(nullable(array(float8)), sql`${percentiles} (order by resolved)`),
  resolvedMax: cast(nullable(float8), sql`max(resolved)`),
};

const responseTimes = byShape(
  ({ criteria, by }: TimesQuery) => `${by.join(' ')} of${shapeOf(criteria)}`,
  ({ criteria, by }) => {
    const keyColumn = (key: ResponseTimesKey) => sql.raw(by.includes(key) ? columnNames[key] : 'null');
    const selection = {
      tenantId: cast(nullable(text), keyColumn('tenant')),
      modelName: cast(nullable(text), keyColumn('model')),
      severity: cast(nullable(enumeration(severityType)), keyColumn('severity')),
      alerts: cast(float8, sql`count(*)`),
      ...statistics,
    };
    const { fromStatus, toStatus, at, alertId } = alertTransition;
    const grouped =
      by.length === 0 ? sql`` : sql`group by ${sql.raw(columnsOf(by))} order by ${sql.raw(columnsOf(by))}`;
    return statement({ ...criteriaTypes(criteria), first: integer }, (parameters) =>
      rawQuery(
        selection,
        (columns) => sql`select ${columns} from (
          select ${alert.tenantId} as tenant_id, ${alert.modelName} as model_name, ${alert.severity} as severity,
            ${secondsUntil(sql`min(${at}) filter (where ${fromStatus} = 'open' and ${toStatus} <> 'open')`)} as acknowledged,
            case when ${alert.status} in ${closedStatuses} then
              ${secondsUntil(sql`max(${at}) filter (where ${fromStatus} not in ${closedStatuses} and ${toStatus} in ${closedStatuses})`)}
            end as resolved
          from ${alert} left join ${alertTransition} on ${alertId} = ${alert.id}
          ${whereAll(conditionsOf(criteria, parameters))} group by ${alert.id}
        ) times ${grouped} limit ${parameters.first}`,
      ),
    );
  },
);

/**
 * Number of seconds from the opening of an alert to a time. For an alert that was restored before that time, number of
 * seconds from its restoration.
 */
function secondsUntil(time: SQL): SQL {
  const { restoredAtEpoch, createdAtEpoch } = alert;
  return sql`${time} - case when ${restoredAtEpoch} <= ${time} then ${restoredAtEpoch} else ${createdAtEpoch} end`;
}

const columnNames: Readonly<Record<ResponseTimesKey, string>> = {
  tenant: 'tenant_id',
  model: 'model_name',
  severity: 'severity',
};

function columnsOf(by: readonly ResponseTimesKey[]): string {
  return by.map((key) => columnNames[key]).join(', ');
}

export type ResponseTimesRow = RowOf<ReturnType<typeof responseTimes>>;

/**
 * Aggregates the times from opening to acknowledgement and from opening to closing, in seconds, in one statement. An
 * alert is acknowledged by its first change from `open`. A closed alert was closed by its last change from a status
 * that is not closed to a closed status.
 */
export async function selectResponseTimes(executor: Executor, query: TimesQuery): Promise<ResponseTimesRow[]> {
  return await run(executor, responseTimes(query), { ...query.criteria, first: query.first });
}

import { and, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/index.js';
import {
  byShape,
  cast,
  enumeration,
  fetchRows,
  float8,
  integer,
  nullable,
  queryBuilder,
  type RowOf,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  type ValueType,
  whereAll,
} from '../../../platform/database/statements/index.js';
import { alert, alertTally, alertVerdict, platformType, severityType, statusType } from '../tables.js';
import { matchesTenants, type TenantFilter, tenantsShape, tenantTypes } from '../tenants.js';
import {
  type AlertCriteria,
  type CountedRows,
  conditionsOf,
  countedFrom,
  criteriaTypes,
  isTallied,
  shapeOf,
} from '../triage/index.js';
import type { AlertTime, Severity } from '../vocabulary.js';

export type Dimension = 'severity' | 'status' | 'platform' | 'model' | 'endpoint';

interface DimensionsQuery {
  readonly criteria: AlertCriteria;
  readonly dimensions: readonly Dimension[];
  /** Maximum number of models and of endpoints to return. */
  readonly top: number;
}

/** The columns by which each dimension is grouped. They have the same names in the alert table and in the tally. */
const groupings: Readonly<Record<Dimension, readonly { name: string }[]>> = {
  severity: [alert.severity],
  status: [alert.status],
  platform: [alert.platform],
  model: [alert.modelName],
  endpoint: [alert.endpointId, alert.tenantId],
};

/** A row of counts: one for each value of each requested dimension. The columns of other dimensions are null. */
const dimensionRow = {
  dimension: cast(text as ValueType<Dimension>, sql`dimension`), // The statement returns only names of dimensions.
  severity: cast(nullable(enumeration(severityType)), sql`severity`),
  status: cast(nullable(enumeration(statusType)), sql`status`),
  platform: cast(nullable(enumeration(platformType)), sql`platform`),
  model: cast(nullable(text), sql`model`),
  endpoint: cast(nullable(text), sql`endpoint`),
  tenant: cast(nullable(text), sql`tenant`),
  count: cast(float8, sql`count`),
};

function dimensionsShape({ criteria, dimensions }: DimensionsQuery): string {
  return `${dimensions.join(' ')} of${shapeOf(criteria)}`;
}

/** The sort order of all dimensions together, so the statement sorts only once. */
const order = sql`count desc, severity desc, status, platform, model, tenant, endpoint`;

const dimensionCounts = byShape(dimensionsShape, ({ criteria, dimensions }: DimensionsQuery) => {
  const fromTally = isTallied(criteria) && !dimensions.includes('endpoint');
  const nameOf = (dimension: Dimension, index = 0) => sql.identifier(groupings[dimension][index]?.name ?? '');
  const columnOf = (dimension: Dimension, alias: string, index = 0) =>
    sql`${dimensions.includes(dimension) ? nameOf(dimension, index) : sql`null`} as ${sql.identifier(alias)}`;
  const columns = [
    ...(['severity', 'status', 'platform', 'model', 'endpoint'] as const).map((name) => columnOf(name, name)),
    columnOf('endpoint', 'tenant', 1),
  ];
  const cases = dimensions.map((name) => sql`when grouping(${nameOf(name)}) = 0 then ${name}`);
  const sets = dimensions.map(
    (name) =>
      sql`(${sql.join(
        groupings[name].map((column) => sql.identifier(column.name)),
        sql`, `,
      )})`,
  );
  return statement({ ...criteriaTypes(criteria), top: integer }, (parameters) => {
    const countedRows = countedFrom(criteria, { parameters, fromTally });
    const parts = (fromTally ? combineCounts(countedRows) : countedRows).map(
      ({ count, from }) => sql`select case ${sql.join(cases, sql` `)} end as dimension, ${sql.join(columns, sql`, `)},
        (${count})::float8 as count ${from()} group by grouping sets (${sql.join(sets, sql`, `)})`,
    );
    return rawQuery(
      dimensionRow,
      (selected) => sql`select ${selected} from (
      select *, row_number() over (partition by dimension order by ${order}) as rank
      from (${sumsOf(parts, 'dimension, severity, status, platform, model, endpoint, tenant')}) counts where count > 0
    ) ranked where rank <= ${parameters.top} or dimension not in ('model', 'endpoint') order by dimension, ${order}`,
    );
  });
});

export type DimensionCount = RowOf<ReturnType<typeof dimensionCounts>>;

/**
 * Counts alerts by several dimensions in one statement, highest count first, with at most `top` models and endpoints.
 * Uses the tally if it supports all criteria and dimensions.
 */
export async function countDimensions(executor: Executor, query: DimensionsQuery): Promise<DimensionCount[]> {
  const { criteria, top } = query;
  return await run(executor, dimensionCounts(query), { ...criteria, top });
}

/**
 * Combines the two tallies from {@link countedFrom} in one selection. For grouped counts, grouping each tally and then
 * their sums would take a fifth longer. Do not use it for ungrouped sums, for which two selections take a fifth less
 * time.
 */
function combineCounts([all, suppressed]: readonly CountedRows[]): readonly CountedRows[] {
  if (all === undefined || suppressed === undefined) return all === undefined ? [] : [all];
  const { status, severity, platform, modelName, alerts } = alertTally;
  const dimensions = sql.join(
    [status, severity, platform, modelName].map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const count = sql.identifier(alerts.name);
  const union = sql`select ${dimensions}, ${count} ${all.from()} union all select ${dimensions}, -${count} ${suppressed.from()}`;
  return [{ count: sql`sum(${count})`, from: () => sql`from (${union}) counted` }];
}

/** Sums counts by key over several selections, each of which has one row per key. */
function sumsOf(parts: readonly SQL[], keys: string): SQL {
  const all = sql.join([...parts], sql` union all `);
  if (parts.length === 1) return all;
  return sql`select ${sql.raw(keys)}, sum(count) as count from (${all}) parts group by ${sql.raw(keys)}`;
}

/** Counts alerts by the value of an expression, which may come from a join. Omits counts of 0. */
function countsBy(
  criteria: AlertCriteria,
  options: { parameters: Parameters<typeof countedFrom>[1]['parameters']; key: SQL; join?: SQL },
): SQL {
  const { parameters, key, join = sql`` } = options;
  const parts = countedFrom(criteria, { parameters, fromTally: false }).map(
    ({ count, from }) => sql`select ${key} as key, ${count} as count ${from(join)} group by 1`,
  );
  return sql`select * from (${sumsOf(parts, 'key')}) counts where count > 0`;
}

const techniqueCounts = byShape(shapeOf, (criteria) => {
  const selection = { value: cast(text, sql`key`), count: cast(float8, sql`count`) };
  return statement({ ...criteriaTypes(criteria), top: integer }, (parameters) =>
    rawQuery(
      selection,
      (selected) => sql`select ${selected}
        from (${countsBy(criteria, { parameters, key: sql`technique`, join: sql`cross join lateral unnest(${alert.ttpTechniques}) technique` })}) counted
        order by count desc, key collate "C" limit ${parameters.top}`,
    ),
  );
});

/** Counts alerts by technique. An alert is counted once for each of its techniques. */
export async function countTechniques(
  executor: Executor,
  { criteria, top }: { criteria: AlertCriteria; top: number },
): Promise<RowOf<ReturnType<typeof techniqueCounts>>[]> {
  return await run(executor, techniqueCounts(criteria), { ...criteria, top });
}

interface TimeQuery {
  readonly criteria: AlertCriteria;
  readonly by: AlertTime;
}

const timeColumns = {
  first_seen: alert.firstSeenEpoch,
  last_seen: alert.lastSeenEpoch,
  created_at: alert.createdAtEpoch,
} as const satisfies Record<AlertTime, unknown>;
const timeShape = ({ criteria, by }: TimeQuery) => `${by}${shapeOf(criteria)}`;

const timeSpan = byShape(timeShape, ({ criteria, by }: TimeQuery) => {
  const column = timeColumns[by];
  return statement(criteriaTypes(criteria), (parameters) =>
    queryBuilder
      .select({
        first: cast(nullable(float8), sql`min(${column})`),
        last: cast(nullable(float8), sql`max(${column})`),
      })
      .from(alert)
      .where(and(...conditionsOf(criteria, parameters))),
  );
});

/** Earliest and latest time of the matching alerts in Unix epoch seconds; null if no alert matches. */
export async function selectTimeSpan(
  executor: Executor,
  query: TimeQuery,
): Promise<{ first: number; last: number } | null> {
  const { first = null, last = null } = (await runForRow(executor, timeSpan(query), query.criteria)) ?? {};
  return first === null || last === null ? null : { first, last };
}

interface BucketsQuery extends TimeQuery {
  /** Whether to count alerts by severity as well. */
  readonly bySeverity: boolean;
}

const bucketsShape = (query: BucketsQuery) => `${query.bySeverity ? 'severities ' : ''}${timeShape(query)}`;
const countOfSeverity = (severity: Severity) =>
  cast(float8, sql`count(*) filter (where ${alert.severity} = ${sql.raw(`'${severity}'`)})`);
const severityCounts = {
  critical: countOfSeverity('critical'),
  high: countOfSeverity('high'),
  medium: countOfSeverity('medium'),
  low: countOfSeverity('low'),
};

const buckets = byShape(bucketsShape, ({ criteria, by, bySeverity }: BucketsQuery) =>
  statement({ ...criteriaTypes(criteria), seconds: float8 }, (parameters) => {
    const start = sql`floor(${timeColumns[by]} / ${parameters.seconds}) * ${parameters.seconds}`;
    const bucketColumns = { startEpoch: cast(float8, sql`key`), count: cast(float8, sql`count`) };
    const single = { startEpoch: cast(float8, start), count: cast(float8, sql`count(*)`), ...severityCounts };
    const selection: typeof bucketColumns & Partial<typeof severityCounts> = bySeverity ? single : bucketColumns;
    return rawQuery(selection, (selected) =>
      bySeverity
        ? sql`select ${selected} from ${alert} ${whereAll(conditionsOf(criteria, parameters))} group by 1 order by 1`
        : sql`select ${selected} from (${countsBy(criteria, { parameters, key: start })}) counted order by 1`,
    );
  }),
);

/** Counts alerts by time in buckets of the given width, in order of time. Empty buckets are omitted. */
export async function countByTime(
  executor: Executor,
  query: BucketsQuery & { seconds: number },
): Promise<RowOf<ReturnType<typeof buckets>>[]> {
  return await run(executor, buckets(query), { ...query.criteria, seconds: query.seconds });
}

const verdictCounts = byShape(tenantsShape, ({ tenants }: TenantFilter) => {
  const { modelName, isTruePositive, isLatest } = alertVerdict;
  return statement(tenantTypes({ tenants }), (parameters) =>
    queryBuilder
      .select({
        modelName,
        verdicts: cast(float8, sql`count(*)`),
        truePositives: cast(float8, sql`count(*) filter (where ${isTruePositive})`),
      })
      .from(alertVerdict)
      .where(
        and(
          sql`${isLatest}`,
          tenants === null ? undefined : matchesTenants(alertVerdict.tenantId, tenants, parameters.tenants),
        ),
      )
      .groupBy(modelName)
      .orderBy(modelName),
  );
});

/** Counts of verdicts by model, sorted by model. Only the latest verdict of each alert is counted. */
export const countVerdicts = fetchRows(verdictCounts);

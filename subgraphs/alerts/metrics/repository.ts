import { type Executor, runStatement, StatementParameters, whereClause } from '../../../platform/database/index.js';
import { type AlertCriteria, conditionsOf, countedFrom, isTallied } from '../triage/index.js';
import type { AlertStatus, AlertTime, Platform, Severity } from '../vocabulary.js';

/** One row for each value of each of the dimensions asked for; of the others the columns are null. */
export interface DimensionCount {
  dimension: Dimension;
  severity: Severity | null;
  status: AlertStatus | null;
  platform: Platform | null;
  model: string | null;
  endpoint: string | null;
  tenant: string | null;
  count: number;
}

export type Dimension = 'severity' | 'status' | 'platform' | 'model' | 'endpoint';

const groupings: Readonly<Record<Dimension, string>> = {
  severity: '(severity)',
  status: '(status)',
  platform: '(platform)',
  model: '(model_name)',
  endpoint: '(tenant_id, endpoint_id)',
};

/**
 * Counts by several dimensions in one statement, the greatest count first; of models and endpoints at most `top` values. The tally
 * answers when the criteria and all the dimensions are its own.
 */
export async function countDimensions(
  sql: Executor,
  query: { criteria: AlertCriteria; dimensions: readonly Dimension[]; top: number },
): Promise<DimensionCount[]> {
  const parameters = new StatementParameters();
  const byEndpoint = query.dimensions.includes('endpoint');
  const { rows, count } = countedFrom(query.criteria, {
    parameters,
    fromTally: isTallied(query.criteria) && !byEndpoint,
  });
  const columns = ['severity', 'status', 'platform', 'model'] as const;
  const named = columns.map((name) => {
    const column = name === 'model' ? 'model_name' : name;
    return query.dimensions.includes(name) ? `${column} as ${name}` : `null as ${name}`;
  });
  const endpoint = byEndpoint ? 'endpoint_id as endpoint, tenant_id as tenant' : 'null as endpoint, null as tenant';
  const dimension = query.dimensions.map((name) => `when grouping${firstColumn(name)} = 0 then '${name}'`);
  const text = `select * from (
      select *, row_number() over (
        partition by dimension order by count desc, severity desc, status, platform, model, tenant, endpoint
      ) as rank
      from (
        select case ${dimension.join(' ')} end as dimension, ${named.join(', ')}, ${endpoint}, (${count})::float8 as count
        from ${rows}
        group by grouping sets (${query.dimensions.map((name) => groupings[name]).join(', ')})
      ) counts where count > 0
    ) ranked where rank <= ${parameters.add(query.top)}::int or dimension not in ('model', 'endpoint') order by rank`;
  return await runStatement(sql, text, parameters.values);
}

function firstColumn(dimension: Dimension): string {
  return dimension === 'endpoint' ? '(endpoint_id)' : groupings[dimension];
}

/** Counts by technique; an alert counts once for each of its techniques. */
export async function countTechniques(
  sql: Executor,
  query: { criteria: AlertCriteria; top: number },
): Promise<{ value: string; count: number }[]> {
  const parameters = new StatementParameters();
  const where = whereClause(conditionsOf(query.criteria, parameters));
  const text = `select technique as value, count(*)::float8 as count
    from alerts.alert cross join lateral unnest(ttp_techniques) technique ${where}
    group by technique order by count(*) desc, technique collate "C" limit ${parameters.add(query.top)}::int`;
  return await runStatement(sql, text, parameters.values);
}

/** First and last moment of the alerts that match; null when there are none. */
export async function selectTimeSpan(
  sql: Executor,
  query: { criteria: AlertCriteria; by: AlertTime },
): Promise<{ first: number; last: number } | null> {
  const parameters = new StatementParameters();
  const where = whereClause(conditionsOf(query.criteria, parameters));
  const text = `select min(${query.by}) as first, max(${query.by}) as last from alerts.alert ${where}`;
  const [span] = await runStatement<{ first: number | null; last: number | null }>(sql, text, parameters.values);
  if (span === undefined || span.first === null || span.last === null) return null;
  return { first: span.first, last: span.last };
}

/** Counts by time in buckets of so many seconds, in order; buckets without alerts are left out. */
export async function countByTime(
  sql: Executor,
  query: { criteria: AlertCriteria; by: AlertTime; seconds: number },
): Promise<{ startEpoch: number; count: number }[]> {
  const parameters = new StatementParameters();
  const where = whereClause(conditionsOf(query.criteria, parameters));
  const seconds = `${parameters.add(query.seconds)}::float8`;
  const text = `select floor(${query.by} / ${seconds}) * ${seconds} as "startEpoch", count(*)::float8 as count
    from alerts.alert ${where} group by 1 order by 1`;
  return await runStatement(sql, text, parameters.values);
}

/** Verdicts by model, the latest of each alert only, in order of the models. */
export async function countVerdicts(
  sql: Executor,
  tenantId: string | null,
): Promise<{ modelName: string; verdicts: number; truePositives: number }[]> {
  const parameters = new StatementParameters();
  const tenant = tenantId === null ? '' : `and tenant_id = ${parameters.add(tenantId)}`;
  const text = `select model_name as "modelName", count(*)::float8 as verdicts,
      count(*) filter (where is_true_positive)::float8 as "truePositives"
    from alerts.alert_verdict where is_latest ${tenant} group by model_name order by model_name`;
  return await runStatement(sql, text, parameters.values);
}

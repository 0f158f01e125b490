import { type Executor, runStatement, StatementParameters, whereClause } from '../../../../platform/database/index.js';
import { type AlertCriteria, conditionsOf, isTallied } from './criteria.js';

/** How many alerts there are, exact: from the tally where it has the answer, otherwise by counting. */
export async function countAlerts(sql: Executor, criteria: AlertCriteria): Promise<number> {
  const parameters = new StatementParameters();
  const { rows, count } = countedFrom(criteria, { parameters, fromTally: isTallied(criteria) });
  const text = `select coalesce(${count}, 0)::float8 as total from ${rows}`;
  const [row] = await runStatement<{ total: number }>(sql, text, parameters.values);
  return row?.total ?? 0;
}

/** The rows that a number of alerts is made of, and how. Of all tenants together the tally has rows of its own. */
export function countedFrom(
  criteria: AlertCriteria,
  { parameters, fromTally }: { parameters: StatementParameters; fromTally: boolean },
): { rows: string; count: string } {
  const conditions = conditionsOf(criteria, parameters);
  if (!fromTally) return { rows: `alerts.alert ${whereClause(conditions)}`, count: 'count(*)' };
  if (criteria.tenantId === undefined) conditions.push('tenant_id is null');
  return { rows: `alerts.alert_tally ${whereClause(conditions)}`, count: 'sum(alerts)' };
}

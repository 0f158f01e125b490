import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  build,
  byShape,
  float8,
  type Placeholders,
  runForOne,
  statement,
  typed,
} from '../../../../platform/database/statements/index.js';
import { alert, alertTally } from '../../tables.js';
import { type AlertCriteria, conditionsOf, criteriaTypes, isTallied, shapeOf } from './criteria.js';

const total = byShape(shapeOf, (criteria) =>
  statement(criteriaTypes(criteria), (given) => {
    const { table, where, count } = countedFrom(criteria, { given, fromTally: isTallied(criteria) });
    return build
      .select({ total: typed(float8, sql`coalesce(${count}, 0)`) })
      .from(table)
      .where(where);
  }),
);

/** How many alerts there are, exact: from the tally where it has the answer, otherwise by counting. */
export async function countAlerts(executor: Executor, criteria: AlertCriteria): Promise<number> {
  return (await runForOne(executor, total(criteria), criteria))?.total ?? 0;
}

/** The rows that a number of alerts is made of, and how. Of all tenants together the tally has rows of its own. */
export function countedFrom(
  criteria: AlertCriteria,
  options: { given: Placeholders<ReturnType<typeof criteriaTypes>>; fromTally: boolean },
): { table: typeof alert | typeof alertTally; where: SQL | undefined; count: SQL } {
  const { given, fromTally } = options;
  if (!fromTally) return { table: alert, where: and(...conditionsOf(criteria, given)), count: sql`count(*)` };
  const ofAllTenants = criteria.tenantId === undefined ? isNull(alertTally.tenantId) : undefined;
  const where = and(...conditionsOf(criteria, given, alertTally), ofAllTenants);
  return { table: alertTally, where, count: sql`sum(${alertTally.alerts})` };
}

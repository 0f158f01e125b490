import { sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/index.js';
import {
  byShape,
  cast,
  float8,
  integer,
  type RowOf,
  rawQuery,
  records,
  run,
  statement,
  text,
  whereAll,
} from '../../../platform/database/statements/index.js';
import type { Membership } from '../attack/index.js';
import { alert } from '../tables.js';
import { type AlertCriteria, conditionsOf, criteriaTypes, shapeOf } from '../triage/index.js';

interface AttackQuery {
  readonly criteria: AlertCriteria;
  readonly memberships: readonly Membership[];
  /** Maximum number of counts of identifiers without a group. */
  readonly maxOthers: number;
}

// Equal lists of techniques are counted together: there are far fewer of them than alerts.
const attackCounts = byShape(shapeOf, (criteria) =>
  statement(
    { ...criteriaTypes(criteria), part: records({ id: text, group: text }), maxOthers: integer },
    (parameters) =>
      rawQuery(
        { value: cast(text, sql`value`), count: cast(float8, sql`count`) },
        (selected) => sql`with combination as (
            select row_number() over () as number, ${alert.ttpTechniques} as techniques, count(*) as alerts
            from ${alert} ${whereAll(conditionsOf(criteria, parameters))} group by ${alert.ttpTechniques}
          ), counted as (
            select value, is_other, sum(alerts)::float8 as count from (
              select distinct number, alerts, coalesce(part.group, identifier) as value, part.group is null as is_other
              from combination cross join lateral unnest(techniques) identifier
                left join ${parameters.part} on part.id = identifier
            ) parts group by value, is_other
          )
          select ${selected} from (
            select *, row_number() over (partition by is_other order by count desc, value collate "C") as rank from counted
          ) ranked where not is_other or rank <= ${parameters.maxOthers}`,
      ),
  ),
);

/**
 * Counts alerts by group (tactic, technique or sub-technique). An alert counts once in each group that one of its
 * techniques belongs to. Identifiers without a group are counted separately.
 */
export async function countAttackGroups(
  executor: Executor,
  { criteria, memberships, maxOthers }: AttackQuery,
): Promise<RowOf<ReturnType<typeof attackCounts>>[]> {
  return await run(executor, attackCounts(criteria), { ...criteria, part: memberships, maxOthers });
}

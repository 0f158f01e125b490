import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  byShape,
  cast,
  float8,
  type RowOf,
  rawQuery,
  runForRow,
  statement,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { alert } from '../../tables.js';
import { type AlertCriteria, conditionsOf, criteriaTypes, shapeOf } from '../../triage/index.js';
import { Severity } from '../../vocabulary.js';

/** Maximum number of matching alerts that a preview contains. */
const maxSamples = 5;

interface PreviewQuery {
  /** The criteria of the suppression, and `createdAfter`, which limits the alerts to read. */
  readonly criteria: AlertCriteria;
  /** Criteria that match all alerts of the period: tenants and `createdAfter`. */
  readonly period: AlertCriteria;
}

const countOf = (severity: Severity) => cast(float8, sql.raw(`count(*) filter (where severity = '${severity}')`));

const preview = byShape(
  ({ criteria }: PreviewQuery) => shapeOf(criteria),
  ({ criteria, period }) =>
    statement(criteriaTypes(criteria), (parameters) =>
      rawQuery(
        {
          ...{ low: countOf(Severity.LOW), medium: countOf(Severity.MEDIUM) },
          ...{ high: countOf(Severity.HIGH), critical: countOf(Severity.CRITICAL) },
          inPeriod: cast(float8, sql`(select count(*) from ${alert} ${whereAll(conditionsOf(period, parameters))})`),
          sampleIds: cast(
            array(uuid),
            sql`array(select id from matching order by created_at desc, id limit ${sql.raw(String(maxSamples))})`,
          ),
        },
        (columns) => sql`with matching as materialized (
      select ${alert.id} as id, ${alert.severity} as severity, ${alert.createdAtEpoch} as created_at
      from ${alert} ${whereAll(conditionsOf(criteria, parameters))}
    ) select ${columns} from matching`,
      ),
    ),
);

export type PreviewRow = RowOf<ReturnType<typeof preview>>;

/**
 * Counts the alerts of a period and, by severity, those that match the criteria. Returns the ids of the newest matching
 * alerts.
 */
export async function selectPreview(executor: Executor, query: PreviewQuery): Promise<PreviewRow | undefined> {
  return await runForRow(executor, preview(query), query.criteria);
}

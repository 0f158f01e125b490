import { getTableColumns, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import {
  bigint,
  enumeration,
  execute,
  fetchRows,
  float8,
  integer,
  type RowOf,
  rawQuery,
  records,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { severityType } from '../tables.js';
import type { BacktestCounts, BacktestGroup, BacktestSample } from './rules/outcome.js';
import { backtestSampleType, policyBacktest, policyBacktestGroup, policyBacktestSample } from './tables.js';

const counts = {
  ...{ currentAlerts: integer, alertsWithPolicy: integer, avoided: integer, dropped: integer, added: integer },
  ...{ truePositivesLost: integer, falsePositivesAvoided: integer },
  ...{ currentSuppressed: integer, suppressedWithPolicy: integer, truePositivesSuppressed: integer },
};

const totals = execute(
  { id: uuid, inferences: bigint, leftOut: bigint, leftOutAlerts: integer, ...counts },
  (
    parameters,
  ) => sql`update ${policyBacktest} set inference_count = ${parameters.inferences}, processed_count = ${parameters.inferences},
        left_out_count = ${parameters.leftOut}, left_out_alert_count = ${parameters.leftOutAlerts}, alerts_today = ${parameters.currentAlerts},
        alerts_then = ${parameters.alertsWithPolicy}, saved = ${parameters.avoided}, dropped = ${parameters.dropped}, added = ${parameters.added},
        true_positives_lost = ${parameters.truePositivesLost}, false_positives_saved = ${parameters.falsePositivesAvoided},
        suppressed_today = ${parameters.currentSuppressed}, suppressed_then = ${parameters.suppressedWithPolicy},
        true_positives_suppressed = ${parameters.truePositivesSuppressed}
      where ${policyBacktest.id} = ${parameters.id}`,
);

const groups = execute(
  {
    id: uuid,
    summed: records({
      ...{ number: integer, tenantId: text, modelName: text, severity: enumeration(severityType) },
      ...counts,
    }),
  },
  ({ id, summed }) => sql`insert into ${policyBacktestGroup} (backtest_id, number, tenant_id, model_name, severity,
        alerts_today, alerts_then, saved, dropped, added, true_positives_lost, false_positives_saved,
        suppressed_today, suppressed_then, true_positives_suppressed)
      select ${id}, number, tenant_id, model_name, severity,
        current_alerts, alerts_with_policy, avoided, dropped, added, true_positives_lost, false_positives_avoided,
        current_suppressed, suppressed_with_policy, true_positives_suppressed
      from ${summed}`,
);

const samples = execute(
  {
    id: uuid,
    sample: records({
      ...{ number: integer, kind: enumeration(backtestSampleType), alertId: uuid, tenantId: text, endpointId: text },
      ...{ modelName: text, severity: enumeration(severityType), attackProb: float8, firstSeen: float8 },
      ...{ lastSeen: float8, inferences: integer },
    }),
  },
  ({ id, sample }) => sql`insert into ${policyBacktestSample} (backtest_id, number, kind, alert_id, tenant_id,
        endpoint_id, model_name, severity, attack_prob, first_seen, last_seen, inferences)
      select ${id}, number, kind, alert_id, tenant_id, endpoint_id, model_name, severity, attack_prob, first_seen,
        last_seen, inferences
      from ${sample}`,
);

export interface BacktestResult {
  readonly inferences: number;
  readonly leftOut: number;
  readonly leftOutAlerts: number;
  readonly totals: BacktestCounts;
  readonly groups: readonly BacktestGroup[];
  readonly samples: readonly BacktestSample[];
}

/** Stores the result of a backtest, in the transaction that ends it. */
export async function insertResult(executor: TransactionSql, id: string, result: BacktestResult): Promise<void> {
  const { inferences, leftOut, leftOutAlerts } = result;
  await totals(executor, { id, inferences, leftOut, leftOutAlerts, ...result.totals });
  await groups(executor, { id, summed: numbered(result.groups) });
  await samples(executor, { id, sample: numbered(result.samples) });
}

function numbered<Item>(items: readonly Item[]): (Item & { number: number })[] {
  return items.map((item, index) => ({ ...item, number: index + 1 }));
}

/**
 * Selects the counts of a backtest by tenant, model and severity, in ascending order of `number`: those with a greater
 * `number` than `after`.
 */
export const selectGroups = fetchRows({ id: uuid, after: integer, first: integer }, (parameters) =>
  rawQuery(
    getTableColumns(policyBacktestGroup),
    (selected) => sql`select ${selected} from ${policyBacktestGroup}
      where ${policyBacktestGroup.backtestId} = ${parameters.id} and number > ${parameters.after} order by number limit ${parameters.first}`,
  ),
);
export type BacktestGroupRow = RowOf<typeof selectGroups>;

/** Selects the example alerts of a backtest. */
export const selectSamples = fetchRows({ id: uuid }, (parameters) =>
  rawQuery(
    getTableColumns(policyBacktestSample),
    (selected) => sql`select ${selected} from ${policyBacktestSample}
      where ${policyBacktestSample.backtestId} = ${parameters.id} order by number`,
  ),
);
export type BacktestSampleRow = RowOf<typeof selectSamples>;

import { getTableColumns, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import {
  array,
  bigint,
  execute,
  fetchRows,
  float8,
  integer,
  type RowOf,
  rows,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import type { BacktestCounts, BacktestGroup, BacktestSample } from './rules/outcome.js';
import { policyBacktest, policyBacktestGroup, policyBacktestSample } from './tables.js';

const counts = {
  ...{ currentAlerts: integer, alertsWithPolicy: integer, saved: integer, dropped: integer, added: integer },
  ...{ truePositivesLost: integer, falsePositivesSaved: integer },
  ...{ currentSuppressed: integer, suppressedWithPolicy: integer, truePositivesSuppressed: integer },
};

const totals = execute(
  { id: uuid, inferences: bigint, leftOut: bigint, leftOutAlerts: integer, ...counts },
  (
    parameters,
  ) => sql`update ${policyBacktest} set inference_count = ${parameters.inferences}, processed_count = ${parameters.inferences},
        left_out_count = ${parameters.leftOut}, left_out_alert_count = ${parameters.leftOutAlerts}, alerts_today = ${parameters.currentAlerts},
        alerts_then = ${parameters.alertsWithPolicy}, saved = ${parameters.saved}, dropped = ${parameters.dropped}, added = ${parameters.added},
        true_positives_lost = ${parameters.truePositivesLost}, false_positives_saved = ${parameters.falsePositivesSaved},
        suppressed_today = ${parameters.currentSuppressed}, suppressed_then = ${parameters.suppressedWithPolicy},
        true_positives_suppressed = ${parameters.truePositivesSuppressed}
      where ${policyBacktest.id} = ${parameters.id}`,
);

const groups = execute(
  {
    ...{ id: uuid, tenants: array(text), models: array(text), severities: array(text) },
    ...{
      currentAlerts: array(integer),
      alertsWithPolicy: array(integer),
      saved: array(integer),
      dropped: array(integer),
    },
    ...{ added: array(integer), lost: array(integer), falsePositives: array(integer) },
    ...{
      currentSuppressed: array(integer),
      suppressedWithPolicy: array(integer),
      truePositivesSuppressed: array(integer),
    },
  },
  (
    parameters,
  ) => sql`insert into ${policyBacktestGroup} (backtest_id, number, tenant_id, model_name, severity, alerts_today,
        alerts_then, saved, dropped, added, true_positives_lost, false_positives_saved,
        suppressed_today, suppressed_then, true_positives_suppressed)
      select ${parameters.id}, number, tenant_id, model_name, severity::alerts.severity, alerts_today, alerts_then, saved, dropped,
        added, lost, false_positives, suppressed_today, suppressed_then, true_positives_suppressed
      from unnest(${parameters.tenants}, ${parameters.models}, ${parameters.severities}, ${parameters.currentAlerts}, ${parameters.alertsWithPolicy}, ${parameters.saved},
        ${parameters.dropped}, ${parameters.added}, ${parameters.lost}, ${parameters.falsePositives}, ${parameters.currentSuppressed},
        ${parameters.suppressedWithPolicy}, ${parameters.truePositivesSuppressed}) with ordinality summed (tenant_id, model_name,
        severity, alerts_today, alerts_then, saved, dropped, added, lost, false_positives, suppressed_today, suppressed_then,
        true_positives_suppressed, number)`,
);

const samples = execute(
  {
    ...{ id: uuid, kinds: array(text), alerts: array(uuid), tenants: array(text), endpoints: array(text) },
    ...{ models: array(text), severities: array(text), attackProbs: array(float8), firstSeen: array(float8) },
    ...{ lastSeen: array(float8), inferences: array(integer) },
  },
  (parameters) => sql`insert into ${policyBacktestSample} (backtest_id, number, kind, alert_id, tenant_id, endpoint_id,
        model_name, severity, attack_prob, first_seen, last_seen, inferences)
      select ${parameters.id}, number, kind::alerts.backtest_sample_kind, alert_id, tenant_id, endpoint_id, model_name,
        severity::alerts.severity, attack_prob, first_seen, last_seen, inferences
      from unnest(${parameters.kinds}, ${parameters.alerts}, ${parameters.tenants}, ${parameters.endpoints}, ${parameters.models}, ${parameters.severities},
        ${parameters.attackProbs}, ${parameters.firstSeen}, ${parameters.lastSeen}, ${parameters.inferences}) with ordinality sampled (kind,
        alert_id, tenant_id, endpoint_id, model_name, severity, attack_prob, first_seen, last_seen, inferences, number)`,
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
  await groups(executor, {
    id,
    tenants: result.groups.map((group) => group.tenantId),
    models: result.groups.map((group) => group.modelName),
    severities: result.groups.map((group) => group.severity),
    currentAlerts: result.groups.map((group) => group.currentAlerts),
    alertsWithPolicy: result.groups.map((group) => group.alertsWithPolicy),
    saved: result.groups.map((group) => group.saved),
    dropped: result.groups.map((group) => group.dropped),
    added: result.groups.map((group) => group.added),
    lost: result.groups.map((group) => group.truePositivesLost),
    falsePositives: result.groups.map((group) => group.falsePositivesSaved),
    currentSuppressed: result.groups.map((group) => group.currentSuppressed),
    suppressedWithPolicy: result.groups.map((group) => group.suppressedWithPolicy),
    truePositivesSuppressed: result.groups.map((group) => group.truePositivesSuppressed),
  });
  await samples(executor, {
    id,
    kinds: result.samples.map((sample) => sample.kind),
    alerts: result.samples.map((sample) => sample.alertId),
    tenants: result.samples.map((sample) => sample.tenantId),
    endpoints: result.samples.map((sample) => sample.endpointId),
    models: result.samples.map((sample) => sample.modelName),
    severities: result.samples.map((sample) => sample.severity),
    attackProbs: result.samples.map((sample) => sample.attackProb),
    firstSeen: result.samples.map((sample) => sample.firstSeen),
    lastSeen: result.samples.map((sample) => sample.lastSeen),
    inferences: result.samples.map((sample) => sample.inferences),
  });
}

/**
 * Selects the counts of a backtest by tenant, model and severity, in ascending order of `number`: those with a greater
 * `number` than `after`.
 */
export const selectGroups = fetchRows({ id: uuid, after: integer, first: integer }, (parameters) =>
  rows(
    getTableColumns(policyBacktestGroup),
    (selected) => sql`select ${selected} from ${policyBacktestGroup}
      where ${policyBacktestGroup.backtestId} = ${parameters.id} and number > ${parameters.after} order by number limit ${parameters.first}`,
  ),
);
export type BacktestGroupRow = RowOf<typeof selectGroups>;

/** Selects the example alerts of a backtest. */
export const selectSamples = fetchRows({ id: uuid }, (parameters) =>
  rows(
    getTableColumns(policyBacktestSample),
    (selected) => sql`select ${selected} from ${policyBacktestSample}
      where ${policyBacktestSample.backtestId} = ${parameters.id} order by number`,
  ),
);
export type BacktestSampleRow = RowOf<typeof selectSamples>;

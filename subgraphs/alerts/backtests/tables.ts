import { sql } from 'drizzle-orm';
import { bigint, doublePrecision, index, integer, json, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { alertsSchema, bytewise, interfaceType, severityType } from '../tables.js';
import { BacktestSampleKind, BacktestState } from '../vocabulary.js';

export const backtestStateType = alertsSchema.enum('backtest_state', valuesOf(BacktestState));
export const backtestSampleType = alertsSchema.enum('backtest_sample_kind', valuesOf(BacktestSampleKind));

const counts = {
  currentAlerts: integer('alerts_today').notNull().default(0),
  alertsWithPolicy: integer('alerts_then').notNull().default(0),
  avoided: integer('saved').notNull().default(0),
  dropped: integer().notNull().default(0),
  added: integer().notNull().default(0),
  truePositivesLost: integer('true_positives_lost').notNull().default(0),
  falsePositivesAvoided: integer('false_positives_saved').notNull().default(0),
  currentSuppressed: integer('suppressed_today').notNull().default(0),
  suppressedWithPolicy: integer('suppressed_then').notNull().default(0),
  truePositivesSuppressed: integer('true_positives_suppressed').notNull().default(0),
};

/** Backtests of the alert policy. Times are Unix epoch seconds. */
export const policyBacktest = alertsSchema.table(
  'policy_backtest',
  {
    id: uuid().primaryKey(),
    state: backtestStateType().notNull(),
    /** The tenants to which the backtest is restricted; null: all tenants. */
    tenants: text().array(),
    /** The model to which the backtest is restricted; null: all models. */
    modelName: bytewise('model_name'),
    days: integer().notNull(),
    minThreshold: doublePrecision('min_threshold').notNull(),
    dedupWindowSeconds: doublePrecision('dedup_window_seconds').notNull(),
    /** Minimum score of the policy that was configured when the backtest was started. */
    currentMinThreshold: doublePrecision('current_min_threshold').notNull(),
    currentDedupWindowSeconds: doublePrecision('current_dedup_window_seconds').notNull(),
    /** Suppressions to replay, as a JSON array of `BacktestSuppression`; null: none. */
    suppressions: json(),
    /** Id of the person who started the backtest. `creatorName` is the person's name at that time. */
    creatorId: text('creator_id').notNull(),
    creatorName: text('creator_name').notNull(),
    via: interfaceType().notNull(),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    finishedAtEpoch: doublePrecision('finished_at'),
    /** Number of inferences that were imported in the period. */
    inferenceCount: bigint('inference_count', { mode: 'number' }).notNull().default(0),
    /** Number of inferences of the period that have been read so far. */
    processedCount: bigint('processed_count', { mode: 'number' }).notNull().default(0),
    /** Number of inferences of the period that were excluded because their alerts cannot be replayed. */
    leftOutCount: bigint('left_out_count', { mode: 'number' }).notNull().default(0),
    /** Number of alerts that were opened in the period but cannot be replayed. */
    leftOutAlertCount: integer('left_out_alert_count').notNull().default(0),
    ...counts,
    /** Reason why the backtest failed. Null: it did not fail. */
    error: text(),
  },
  (table) => [
    index('policy_backtest_newest').on(table.createdAtEpoch.desc().nullsFirst(), table.id),
    index('policy_backtest_running').on(table.createdAtEpoch).where(sql`state = 'running'`),
  ],
);

/** The counts of a backtest by tenant, model and severity. */
export const policyBacktestGroup = alertsSchema.table(
  'policy_backtest_group',
  {
    backtestId: uuid('backtest_id')
      .notNull()
      .references(() => policyBacktest.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    tenantId: bytewise('tenant_id').notNull(),
    modelName: bytewise('model_name').notNull(),
    severity: severityType().notNull(),
    ...counts,
  },
  (table) => [primaryKey({ name: 'policy_backtest_group_key', columns: [table.backtestId, table.number] })],
);

/** Examples of differences between the stored alerts and those under the policy of a backtest. */
export const policyBacktestSample = alertsSchema.table(
  'policy_backtest_sample',
  {
    backtestId: uuid('backtest_id')
      .notNull()
      .references(() => policyBacktest.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    kind: backtestSampleType().notNull(),
    /** Id of the stored alert or, for an added alert, the id that the policy would assign to it. */
    alertId: uuid('alert_id').notNull(),
    tenantId: bytewise('tenant_id').notNull(),
    endpointId: bytewise('endpoint_id').notNull(),
    modelName: bytewise('model_name').notNull(),
    severity: severityType().notNull(),
    attackProb: doublePrecision('attack_prob').notNull(),
    firstSeenEpoch: doublePrecision('first_seen').notNull(),
    lastSeenEpoch: doublePrecision('last_seen').notNull(),
    inferences: integer().notNull(),
  },
  (table) => [primaryKey({ name: 'policy_backtest_sample_key', columns: [table.backtestId, table.number] })],
);

import { sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { elementLiteral } from '../../../platform/database/index.js';
import {
  array,
  encodedFrom,
  enumeration,
  execute,
  fetchRows,
  float8,
  integer,
  nullable,
  type RowOf,
  run,
  sqlFile,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { daySeconds } from '../../../platform/durations.js';
import type { ScoredInference } from '../rules.js';
import { platformType, predictionType } from '../tables.js';
import type { Platform } from '../vocabulary.js';

/** An imported inference, and the id of the alert that it opened or joined; null if it was ignored. */
export interface LoggedInference {
  readonly inference: ScoredInference & { readonly platform: Platform; readonly ttpTechniques: readonly string[] };
  readonly alertId: string | null;
}

/**
 * Parameter type for lists of string lists. Each inner list is passed as an array literal, because the inner arrays of
 * a PostgreSQL array must have equal lengths.
 */
const textArrays = encodedFrom(array(text), (values: (readonly string[])[]) => values.map(elementLiteral));

const insertLog = sqlFile(import.meta.url, './statements/insert-log.sql', {
  parameters: {
    at: float8,
    attackProbs: array(float8),
    timestamps: array(float8),
    alerts: array(nullable(uuid)),
    platforms: array(enumeration(platformType)),
    predictions: array(enumeration(predictionType)),
    distinctTenants: array(text),
    tenants: array(text),
    endpoints: array(text),
    models: array(text),
    inferences: array(text),
    ttpTechniques: textArrays,
  },
});

/**
 * Stores a batch of inferences in order of arrival. Call it in the transaction of their import, while it holds the
 * locks of the alerts that the inferences join.
 * @throws {Error} that {@link isMissingPartition} recognizes if no partition exists for the current day
 */
export async function insertLogged(
  executor: TransactionSql,
  { inferences, at }: { inferences: readonly LoggedInference[]; at: number },
): Promise<void> {
  await run(executor, insertLog, {
    at,
    attackProbs: inferences.map(({ inference }) => inference.attackProb),
    timestamps: inferences.map(({ inference }) => inference.timestamp),
    alerts: inferences.map(({ alertId }) => alertId),
    platforms: inferences.map(({ inference }) => inference.platform),
    predictions: inferences.map(({ inference }) => inference.prediction),
    distinctTenants: [...new Set(inferences.map(({ inference }) => inference.tenantId))],
    tenants: inferences.map(({ inference }) => inference.tenantId),
    endpoints: inferences.map(({ inference }) => inference.endpointId),
    models: inferences.map(({ inference }) => inference.modelName),
    inferences: inferences.map(({ inference }) => inference.inferenceId),
    ttpTechniques: inferences.map(({ inference }) => inference.ttpTechniques),
  });
}

/**
 * Whether an insert failed because no partition exists for its time. PostgreSQL then reports check_violation without
 * the name of a constraint.
 */
export function isMissingPartition(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23514') return false;
  return 'table_name' in error && error.table_name === 'inference_batch' && !('constraint_name' in error);
}

/** The partitions of the inference log, oldest first. `day` is the number of days since the Unix epoch. */
export const selectPartitions = fetchRows(
  sqlFile(import.meta.url, './statements/log-partitions.sql', { row: { name: text, day: integer } }),
);

// Folding the tallies acquires the same lock, so it does not run while partitions are created.
const lockPartitions = execute({}, () => sql`select pg_advisory_xact_lock(7211604, 0)`);

/** Creates the missing partitions for these days, without blocking inserts into other partitions. */
export async function createPartitions(executor: TransactionSql, days: readonly number[]): Promise<void> {
  await lockPartitions(executor);
  const existingDays = new Set((await selectPartitions(executor)).map(({ day }) => day));
  for (const day of days.filter((day) => !existingDays.has(day))) {
    const name = `alerts.inference_batch_${day}`;
    // Attaching an existing table acquires a lock on the parent that does not block inserts.
    await executor.unsafe(`create table ${name} (like alerts.inference_batch including defaults)`);
    await executor.unsafe(
      `alter table alerts.inference_batch attach partition ${name} for values from (${day * daySeconds}) to (${(day + 1) * daySeconds})`,
    );
  }
}

/** Drops a partition. Waits at most one second for readers, because imports queue behind its lock request. */
export async function dropPartition(executor: TransactionSql, { day }: RowOf<typeof selectPartitions>): Promise<void> {
  await executor.unsafe("set local lock_timeout = '1s'");
  await executor.unsafe(`drop table if exists alerts.inference_batch_${day}`);
}

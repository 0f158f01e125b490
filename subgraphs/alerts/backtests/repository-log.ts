import type { TransactionSql } from 'postgres';
import {
  array,
  bigint,
  boolean,
  enumeration,
  float8,
  integer,
  nullable,
  run,
  runForRow,
  sqlFile,
  stream,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { platformType, predictionType, severityType } from '../tables.js';
import type { ReplayedInference } from './rules/replay.js';

const parameters = { since: float8, tenants: nullable(array(text)), model: nullable(text) };

/** Selects the part of the inference log that a backtest reads. */
export interface LogQuery {
  /** Start of the period, in Unix epoch seconds. */
  readonly since: number;
  readonly tenants: readonly string[] | null;
  readonly model: string | null;
}

const tryLock = sqlFile(import.meta.url, './statements/try-lock-backtest.sql', {
  parameters: { id: text },
  row: { isLocked: boolean },
});

/** Locks a backtest until the end of the transaction. Returns false if another process holds the lock. */
export async function tryLockBacktest(sql: TransactionSql, id: string): Promise<boolean> {
  return (await runForRow(sql, tryLock, { id }))?.isLocked === true;
}

const planByScan = sqlFile(import.meta.url, './statements/plan-by-scan.sql');
const loggedCounts = sqlFile(import.meta.url, './statements/count-logged.sql', {
  parameters,
  row: { inferences: bigint, alerts: integer },
});

/** Counts the logged inferences of a period, and the alerts that were opened in it. */
export async function countLogged(
  sql: TransactionSql,
  query: LogQuery,
): Promise<{ inferences: number; alerts: number }> {
  await run(sql, planByScan);
  return (await runForRow(sql, loggedCounts, { ...query })) ?? { inferences: 0, alerts: 0 };
}

const loggedInferences = sqlFile(import.meta.url, './statements/logged-inferences.sql', {
  parameters,
  row: {
    tenantId: text,
    endpointId: text,
    modelName: text,
    batch: bigint,
    inferenceId: text,
    attackProb: float8,
    prediction: enumeration(predictionType),
    seenAt: float8,
    platform: enumeration(platformType),
    ttpTechniques: array(text),
    alertId: nullable(uuid),
    severity: nullable(enumeration(severityType)),
    isTruePositive: nullable(boolean),
    isSuppressed: nullable(boolean),
    closings: nullable(array(float8)),
  },
});

const rowsPerBatch = 5000;

/**
 * Reads the logged inferences that can be replayed, sorted by deduplication key, then by arrival. Call it after
 * `countLogged`, in the same transaction.
 */
export async function* readLogged(sql: TransactionSql, query: LogQuery): AsyncGenerator<ReplayedInference[]> {
  for await (const rows of stream(sql, loggedInferences, { values: { ...query }, rowsPerBatch })) {
    yield rows.map(
      ({ alertId, severity, isTruePositive, isSuppressed, closings, seenAt: timestamp, ...inference }) => ({
        ...inference,
        timestamp,
        stored:
          alertId === null || severity === null
            ? null
            : { id: alertId, severity, isTruePositive, isSuppressed: isSuppressed === true, closings: closings ?? [] },
      }),
    );
  }
}

import type { TransactionSql } from 'postgres';
import { type Executor, elementLiteral } from '../../../platform/database/index.js';
import {
  array,
  encodedFrom,
  enumeration,
  execute,
  fetchRows,
  float8,
  integer,
  nullable,
  records,
  run,
  sqlFile,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import type { LoggedInference } from '../inference-log/index.js';
import { severityOf } from '../rules.js';
import { platformType, predictionType, severityType } from '../tables.js';
import type { AlertDraft } from './rules/deduplication.js';
import type { Inference } from './rules/inference.js';

const planByIndex = sqlFile(import.meta.url, './statements/plan-by-index.sql');
const lock = sqlFile(import.meta.url, './statements/lock-tenants.sql', { parameters: { tenants: array(text) } });

/**
 * Serializes imports for the same tenants until the transaction ends. Without it, concurrent imports could open two
 * alerts for one deduplication key, or import an inference twice.
 */
export async function lockTenants(sql: TransactionSql, tenants: readonly string[]): Promise<void> {
  await run(sql, planByIndex);
  await run(sql, lock, { tenants });
}

/** Name of the unique constraint that prevents importing an inference twice. */
export const inferenceKey = 'inference_key';

const knownInferences = sqlFile(import.meta.url, './statements/known-inferences.sql', {
  parameters: { tenants: array(text), inferences: array(text) },
  row: { position: integer, alertId: nullable(uuid) },
});

/** The inferences of the input that were imported before, each with its position in the input and its alert. */
export async function selectKnownInferences(
  sql: TransactionSql,
  inferences: readonly Inference[],
): Promise<{ position: number; alertId: string | null }[]> {
  return await run(sql, knownInferences, {
    tenants: inferences.map((inference) => inference.tenantId),
    inferences: inferences.map((inference) => inference.inferenceId),
  });
}

/**
 * A deduplication key, and the time range, in Unix epoch seconds, of the alerts that inferences with this key can join.
 */
export interface JoinableKey {
  tenantId: string;
  endpointId: string;
  modelName: string;
  earliest: number;
  latest: number;
}

/** Locks and reads the alerts that inferences with these deduplication keys can join. */
export const lockJoinableAlerts = fetchRows(
  sqlFile(import.meta.url, './statements/lock-joinable-alerts.sql', {
    parameters: {
      key: records({ tenantId: text, endpointId: text, modelName: text, earliest: float8, latest: float8 }),
    },
    row: {
      id: uuid,
      tenantId: text,
      endpointId: text,
      modelName: text,
      platform: enumeration(platformType),
      attackProb: float8,
      confidence: float8,
      prediction: enumeration(predictionType),
      ttpTechniques: array(text),
      ttpExplanation: nullable(text),
      firstSeen: float8,
      lastSeen: float8,
      numNodes: integer,
      numEdges: integer,
      suppressedBy: array(uuid),
    },
  }),
);

const newInferences = sqlFile(import.meta.url, './statements/insert-inferences.sql', {
  parameters: { tenants: array(text), inferences: array(text), alerts: array(nullable(uuid)) },
});

/** Records inferences as imported, each with the id of its alert; null for an ignored inference. */
export async function insertInferences(sql: TransactionSql, inferences: readonly LoggedInference[]): Promise<void> {
  await run(sql, newInferences, {
    tenants: inferences.map(({ inference }) => inference.tenantId),
    inferences: inferences.map(({ inference }) => inference.inferenceId),
    alerts: inferences.map(({ alertId }) => alertId),
  });
}

/** A string list, passed as an array literal, because unnest would flatten nested arrays. */
const textArray = encodedFrom(text, elementLiteral);

/** The alert columns that inferences determine. */
const draftColumns = {
  id: uuid,
  severity: enumeration(severityType),
  platform: enumeration(platformType),
  attackProb: float8,
  confidence: float8,
  prediction: enumeration(predictionType),
  ttpTechniques: textArray,
  ttpExplanation: nullable(text),
  addedInferenceIds: textArray,
  firstSeen: float8,
  lastSeen: float8,
  numNodes: integer,
  numEdges: integer,
  suppressedBy: encodedFrom(nullable(text), (ids: readonly string[]) =>
    ids.length === 0 ? null : elementLiteral(ids),
  ),
};

function withSeverity(draft: AlertDraft) {
  return { ...draft, severity: severityOf(draft.attackProb) };
}

const newAlerts = sqlFile(import.meta.url, './statements/insert-alerts.sql', {
  parameters: {
    draft: records({ ...draftColumns, tenantId: text, endpointId: text, modelName: text }),
    now: float8,
  },
});

/** Inserts the alerts that a batch opened. `now` is in Unix epoch seconds. */
export async function insertAlerts(sql: TransactionSql, drafts: readonly AlertDraft[], now: number): Promise<void> {
  await run(sql, newAlerts, { draft: drafts.map(withSeverity), now });
}

const mergedAlerts = sqlFile(import.meta.url, './statements/update-merged-alerts.sql', {
  parameters: { draft: records(draftColumns), now: float8 },
});

/** Updates existing alerts into which a batch merged inferences. Fields that analysts set are unchanged. */
export async function updateMergedAlerts(
  sql: TransactionSql,
  drafts: readonly AlertDraft[],
  now: number,
): Promise<void> {
  await run(sql, mergedAlerts, { draft: drafts.map(withSeverity), now });
}

/** Stores the alerts that a batch opened or changed as candidates for the incident rule. */
export const insertCandidates = execute(
  sqlFile(import.meta.url, './statements/insert-candidates.sql', {
    parameters: { candidate: records({ id: uuid, tenantId: text }) },
  }),
);

/** Inserts or updates the endpoints of a batch, and adds the number of alerts that it opened to their counts. */
export const upsertEndpoints = execute(
  sqlFile(import.meta.url, './statements/upsert-endpoints.sql', {
    parameters: {
      seen: records({
        ...{ tenantId: text, hostname: text, platform: enumeration(platformType), lastSeen: float8, opened: integer },
      }),
    },
  }),
);

const folds = [
  './statements/fold-tally.sql',
  './statements/fold-suppressed-tally.sql',
  './statements/fold-endpoint-tally.sql',
  './statements/fold-technique-tally.sql',
].map((file) => sqlFile(import.meta.url, file));

/** Replaces the changes recorded in the tallies (precomputed counts) with their sums. */
export async function foldTally(sql: Executor): Promise<void> {
  for (const fold of folds) await run(sql, fold);
}

const lockFolds = sqlFile(import.meta.url, './statements/lock-folds.sql');
const backfill = sqlFile(import.meta.url, './statements/backfill-facet-tallies.sql');

/**
 * Adds alerts that are older than the tallies by endpoint and technique to these tallies, unless this was done before.
 * Takes about ten seconds per million alerts. Blocks {@link foldTally}, but no writes of alerts.
 */
export async function backfillFacetTallies(sql: TransactionSql): Promise<void> {
  await run(sql, lockFolds);
  await run(sql, backfill);
}

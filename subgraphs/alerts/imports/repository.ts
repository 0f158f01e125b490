import type { TransactionSql } from 'postgres';
import { type Executor, elementLiteral } from '../../../platform/database/index.js';
import {
  array,
  encodedFrom,
  enumeration,
  float8,
  integer,
  nullable,
  type ParameterValues,
  run,
  sqlFile,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import type { LoggedInference } from '../inference-log/index.js';
import { severityOf } from '../rules.js';
import { platformType, predictionType } from '../tables.js';
import type { AlertDraft, MergedAlert } from './rules/deduplication.js';
import type { Inference } from './rules/inference.js';
import type { ObservedEndpoint } from './rules/seen-endpoints.js';

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

const joinableAlerts = sqlFile(import.meta.url, './statements/lock-joinable-alerts.sql', {
  parameters: {
    tenants: array(text),
    endpoints: array(text),
    models: array(text),
    earliest: array(float8),
    latest: array(float8),
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
});

/** Locks and reads the alerts that inferences with these deduplication keys can join. */
export async function lockJoinableAlerts(sql: TransactionSql, keys: readonly JoinableKey[]): Promise<MergedAlert[]> {
  return await run(sql, joinableAlerts, {
    tenants: keys.map((key) => key.tenantId),
    endpoints: keys.map((key) => key.endpointId),
    models: keys.map((key) => key.modelName),
    earliest: keys.map((key) => key.earliest),
    latest: keys.map((key) => key.latest),
  });
}

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

/**
 * Parameter type for lists of string lists. Each inner list is passed as an array literal, because unnest would flatten
 * nested arrays.
 */
const textArrays = encodedFrom(array(text), (values: (readonly string[])[]) => values.map(elementLiteral));

/** Parameter types of the alert columns that inferences determine. */
const draftTypes = {
  ids: array(uuid),
  severities: array(text),
  platforms: array(text),
  attackProbs: array(float8),
  confidences: array(float8),
  predictions: array(text),
  ttpTechniques: textArrays,
  ttpExplanations: array(nullable(text)),
  added: textArrays,
  firstSeen: array(float8),
  lastSeen: array(float8),
  numNodes: array(integer),
  numEdges: array(integer),
  suppressedBy: encodedFrom(array(nullable(text)), (values: (readonly string[])[]) =>
    values.map((ids) => (ids.length === 0 ? null : elementLiteral(ids))),
  ),
  now: float8,
};

function draftValues(drafts: readonly AlertDraft[], now: number): ParameterValues<typeof draftTypes> {
  return {
    ids: drafts.map((draft) => draft.id),
    severities: drafts.map((draft) => severityOf(draft.attackProb)),
    platforms: drafts.map((draft) => draft.platform),
    attackProbs: drafts.map((draft) => draft.attackProb),
    confidences: drafts.map((draft) => draft.confidence),
    predictions: drafts.map((draft) => draft.prediction),
    ttpTechniques: drafts.map((draft) => draft.ttpTechniques),
    ttpExplanations: drafts.map((draft) => draft.ttpExplanation),
    added: drafts.map((draft) => draft.addedInferenceIds),
    firstSeen: drafts.map((draft) => draft.firstSeen),
    lastSeen: drafts.map((draft) => draft.lastSeen),
    numNodes: drafts.map((draft) => draft.numNodes),
    numEdges: drafts.map((draft) => draft.numEdges),
    suppressedBy: drafts.map((draft) => draft.suppressedBy),
    now,
  };
}

const newAlerts = sqlFile(import.meta.url, './statements/insert-alerts.sql', {
  parameters: { ...draftTypes, tenants: array(text), endpoints: array(text), models: array(text) },
});

/** Inserts the alerts that a batch opened. `now` is in Unix epoch seconds. */
export async function insertAlerts(sql: TransactionSql, drafts: readonly AlertDraft[], now: number): Promise<void> {
  await run(sql, newAlerts, {
    ...draftValues(drafts, now),
    tenants: drafts.map((draft) => draft.tenantId),
    endpoints: drafts.map((draft) => draft.endpointId),
    models: drafts.map((draft) => draft.modelName),
  });
}

const mergedAlerts = sqlFile(import.meta.url, './statements/update-merged-alerts.sql', { parameters: draftTypes });

/** Updates existing alerts into which a batch merged inferences. Fields that analysts set are unchanged. */
export async function updateMergedAlerts(
  sql: TransactionSql,
  drafts: readonly AlertDraft[],
  now: number,
): Promise<void> {
  await run(sql, mergedAlerts, draftValues(drafts, now));
}

const newCandidates = sqlFile(import.meta.url, './statements/insert-candidates.sql', {
  parameters: { alerts: array(uuid), tenants: array(text) },
});

/** Stores the alerts that a batch opened or changed as candidates for the incident rule. */
export async function insertCandidates(sql: TransactionSql, drafts: readonly AlertDraft[]): Promise<void> {
  await run(sql, newCandidates, {
    alerts: drafts.map((draft) => draft.id),
    tenants: drafts.map((draft) => draft.tenantId),
  });
}

const seenEndpoints = sqlFile(import.meta.url, './statements/upsert-endpoints.sql', {
  parameters: {
    tenants: array(text),
    hostnames: array(text),
    platforms: array(text),
    lastSeen: array(float8),
    opened: array(integer),
  },
});

/** Inserts or updates the endpoints of a batch, and adds the number of alerts that it opened to their counts. */
export async function upsertEndpoints(sql: TransactionSql, endpoints: readonly ObservedEndpoint[]): Promise<void> {
  await run(sql, seenEndpoints, {
    tenants: endpoints.map((endpoint) => endpoint.tenantId),
    hostnames: endpoints.map((endpoint) => endpoint.hostname),
    platforms: endpoints.map((endpoint) => endpoint.platform),
    lastSeen: endpoints.map((endpoint) => endpoint.lastSeen),
    opened: endpoints.map((endpoint) => endpoint.opened),
  });
}

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
 * Takes about ten seconds per million alerts. It blocks folds of the tallies, but no writes of alerts.
 */
export async function backfillFacetTallies(sql: TransactionSql): Promise<void> {
  await run(sql, lockFolds);
  await run(sql, backfill);
}

import type { TransactionSql } from 'postgres';
import { type AuditRequest, recordAudit } from '../../../../platform/audit/index.js';
import { epochSeconds } from '../../../../platform/clock.js';
import { violatedConstraint } from '../../../../platform/database/index.js';
import { runJobNow } from '../../../../platform/jobs.js';
import type { AlertDependencies } from '../../dependencies.js';
import {
  insertLogged,
  isMissingPartition,
  type LoggedInference,
  preparePartitions,
} from '../../inference-log/index.js';
import { type AlertPolicy, deduplicationKey, raisesAlert } from '../../rules.js';
import { loadSuppressor, recordSuppression } from '../../suppressions/index.js';
import { onlyTenant } from '../../tenants.js';
import * as imports from '../repository.js';
import { type DeduplicatedInference, InferenceDeduplicator, InferenceOutcome } from '../rules/deduplication.js';
import type { Inference } from '../rules/inference.js';
import { observedEndpoints } from '../rules/seen-endpoints.js';

/** Maximum number of inferences that are sampled from a batch to detect repeated imports. */
const maxSampled = 100;

/** The request that imports inferences, with the dependencies of the alerts domain. */
type ImportRequest = AlertDependencies & AuditRequest;

/** Imports the batches of one stream in sequence. */
export class BatchImporter {
  readonly #request: ImportRequest;
  /** Keys of the inferences of the previous batch, because senders often repeat recent inferences. */
  #previousKeys: ReadonlySet<string> = new Set();
  /** Whether all inferences of each batch are looked up, because a sample missed repeated inferences. */
  #checksAll = false;

  constructor(request: ImportRequest) {
    this.#request = request;
  }

  /**
   * Imports valid inferences in order, in one transaction. Most batches contain only new inferences, and looking up
   * every inference would cost a fifth of PostgreSQL's work. Therefore, only a sample is looked up. All inferences are
   * looked up if the sample contains repeated ones, or if the batch repeats inferences of the previous one. If repeated
   * inferences are missed, a unique constraint rejects the batch, which is then retried.
   */
  async import(inferences: readonly Inference[]): Promise<DeduplicatedInference[]> {
    if (inferences.length === 0) return [];
    const keys = inferences.map(keyOf);
    const checksAll = this.#checksAll || keys.some((key) => this.#previousKeys.has(key));
    this.#previousKeys = new Set(keys);
    const batch = { inferences, keys, request: this.#request };
    const deduplicated = await this.#importBatch(batch, checksAll);
    await groupNow(this.#request);
    return deduplicated;
  }

  async #importBatch(batch: Batch, checksAll: boolean): Promise<DeduplicatedInference[]> {
    const { inferences } = batch;
    try {
      return await importOnce(batch, checksAll ? inferences : sampleOf(inferences));
    } catch (error) {
      if (isMissingPartition(error)) {
        await preparePartitions(this.#request);
        return await this.#importBatch(batch, checksAll);
      }
      if (violatedConstraint(error) !== imports.inferenceKey) throw error;
      this.#checksAll = true;
      return await this.#importBatch(batch, true);
    }
  }
}

/** Name of the job that evaluates the incident rule. */
export const groupIncidentsJobName = 'alerts.group-incidents';

/**
 * Runs the incident rule now. The job is added in a separate transaction, because otherwise concurrent imports would
 * wait for each other. If the process is killed before that transaction, the scheduled run of the job evaluates the
 * rule.
 */
async function groupNow({ store, settings }: AlertDependencies): Promise<void> {
  if (settings.incidentMinAlerts === 0) return;
  await store.transaction((sql) =>
    runJobNow(sql, { name: groupIncidentsJobName, payload: {}, key: groupIncidentsJobName }),
  );
}

/** A key that is equal only for repetitions of the same inference. */
function keyOf({ tenantId, inferenceId }: Inference): string {
  return `${tenantId}\0${inferenceId}`;
}

/** Samples at most {@link maxSampled} inferences, evenly distributed over the batch. */
function sampleOf(inferences: readonly Inference[]): readonly Inference[] {
  if (inferences.length <= maxSampled) return inferences;
  const step = inferences.length / maxSampled;
  // The index is within the batch.
  return Array.from({ length: maxSampled }, (_, index) => inferences[Math.floor(index * step)] as Inference);
}

interface Batch {
  readonly inferences: readonly Inference[];
  /** The key of each inference, as returned by `keyOf`. */
  readonly keys: readonly string[];
  /** The request that imports the inferences. */
  readonly request: ImportRequest;
}

async function importOnce(batch: Batch, sample: readonly Inference[]): Promise<DeduplicatedInference[]> {
  const { inferences, request } = batch;
  const { settings } = request;
  return await request.store.transaction(async (sql) => {
    const tenants = [...new Set(inferences.map((inference) => inference.tenantId))];
    await imports.lockTenants(sql, tenants);
    const now = epochSeconds(request.clock);
    const suppressor = await loadSuppressor(sql, { tenants, now });
    const found = await imports.selectKnownInferences(sql, sample);
    const isComplete = found.length === 0 || sample.length === inferences.length;
    const knownInferences = isComplete ? found : await imports.selectKnownInferences(sql, inferences);
    const alertOfRepeated = new Map(knownInferences.map((row) => [row.position, row.alertId]));
    const newInferences = inferences.filter((_, position) => !alertOfRepeated.has(position));
    const deduplicator = new InferenceDeduplicator(
      await readJoinable(sql, newInferences, settings),
      settings,
      suppressor,
    );
    const deduplicated = deduplicateAll({ batch, repeated: alertOfRepeated, deduplicator });
    await writeDeduplicated({ sql, deduplicated, batch, drafts: deduplicator.drafts, now });
    // Candidates are stored in the same transaction as the alerts, so the incident rule evaluates each of them.
    const visibleDrafts = deduplicator.drafts.filter(({ suppressedBy }) => suppressedBy.length === 0);
    if (settings.incidentMinAlerts > 0) await imports.insertCandidates(sql, { candidate: visibleDrafts });
    await recordImport(sql, batch, deduplicated);
    await recordSuppression(sql, request, { effects: suppressor.effects, tenants });
    return deduplicated;
  });
}

const writtenOutcomes = [InferenceOutcome.OPENED, InferenceOutcome.JOINED, InferenceOutcome.IGNORED] as const;

function countOf(deduplicated: readonly DeduplicatedInference[], expected: InferenceOutcome): number {
  return deduplicated.reduce((count, { outcome }) => (outcome === expected ? count + 1 : count), 0);
}

/** Maximum number of tenants that an audit entry lists. */
const maxTenants = 20;

/** Writes one audit entry for the whole batch; none if nothing was written. */
async function recordImport(
  sql: TransactionSql,
  batch: Batch,
  deduplicated: readonly DeduplicatedInference[],
): Promise<void> {
  const outcomes = Object.fromEntries(writtenOutcomes.map((outcome) => [outcome, countOf(deduplicated, outcome)]));
  if (writtenOutcomes.every((outcome) => outcomes[outcome] === 0)) return;
  const tenants = [...new Set(batch.inferences.map(({ tenantId }) => tenantId))];
  await recordAudit(sql, batch.request, {
    action: 'import.inferences',
    object: tenants.slice(0, maxTenants).map((tenantId) => `tenant:${tenantId}` as const),
    tenantId: onlyTenant(tenants),
    after: { ...outcomes, tenants: tenants.length },
  });
}

async function readJoinable(sql: TransactionSql, newInferences: readonly Inference[], settings: AlertPolicy) {
  const keys = joinableKeys(newInferences, settings);
  return keys.length === 0 ? [] : await imports.lockJoinableAlerts(sql, { key: keys });
}

/** For each deduplication key of the batch, the time range of the alerts that one of its inferences can join. */
function joinableKeys(inferences: readonly Inference[], settings: AlertPolicy): imports.JoinableKey[] {
  const keys = new Map<string, imports.JoinableKey>();
  for (const inference of inferences) {
    if (!raisesAlert(inference, settings)) continue;
    // One second more than the window, because sums are rounded; `deduplicationOutcome` compares exactly.
    const earliest = inference.timestamp - settings.dedupWindowSeconds - 1;
    const latest = inference.timestamp + settings.dedupWindowSeconds + 1;
    const name = deduplicationKey(inference);
    const key = keys.get(name);
    if (key === undefined) {
      const { tenantId, endpointId, modelName } = inference;
      keys.set(name, { tenantId, endpointId, modelName, earliest, latest });
    } else {
      key.earliest = Math.min(key.earliest, earliest);
      key.latest = Math.max(key.latest, latest);
    }
  }
  return [...keys.values()];
}

/**
 * Deduplicates a batch, and returns the result of each inference in order. Inferences of earlier imports and duplicates
 * in the batch have the outcome `repeated`.
 */
function deduplicateAll(options: {
  batch: Batch;
  repeated: ReadonlyMap<number, string | null>;
  deduplicator: InferenceDeduplicator;
}): DeduplicatedInference[] {
  const inBatch = new Map<string, DeduplicatedInference>();
  const { inferences, keys } = options.batch;
  return inferences.map((inference, position) => {
    const repeatedAlertId = options.repeated.get(position);
    if (repeatedAlertId !== undefined) return { outcome: InferenceOutcome.REPEATED, alertId: repeatedAlertId };
    const key = keys[position] as string; // There is one key for each inference.
    const previousInference = inBatch.get(key);
    if (previousInference !== undefined)
      return { outcome: InferenceOutcome.REPEATED, alertId: previousInference.alertId };
    const deduplicated = options.deduplicator.add(inference);
    inBatch.set(key, deduplicated);
    return deduplicated;
  });
}

/**
 * Stores the inferences and alerts of a batch. All statements are sent without waiting for results: PostgreSQL executes
 * one while the parameters of the next are encoded.
 */
async function writeDeduplicated(options: {
  sql: TransactionSql;
  deduplicated: readonly DeduplicatedInference[];
  batch: Batch;
  drafts: InferenceDeduplicator['drafts'];
  now: number;
}): Promise<void> {
  const { sql, deduplicated, batch, drafts, now } = options;
  const { settings } = batch.request;
  const imported: LoggedInference[] = [];
  for (const [position, { outcome, alertId }] of deduplicated.entries()) {
    const inference = batch.inferences[position] as Inference; // There is one result for each inference.
    if (outcome !== InferenceOutcome.REPEATED) imported.push({ inference, alertId });
  }
  const submissions: Promise<void>[] = [];
  const isLogged = settings.inferenceRetentionDays > 0;
  if (imported.length > 0 && isLogged) submissions.push(insertLogged(sql, { inferences: imported, at: now }));
  // Sorted by key, so adjacent index entries are written together.
  imported.sort(
    ({ inference: a }, { inference: b }) => compare(a.tenantId, b.tenantId) || compare(a.inferenceId, b.inferenceId),
  );
  const opened = drafts.filter((draft) => draft.isNew).sort((a, b) => compare(a.id, b.id));
  const mergedDrafts = drafts.filter((draft) => !draft.isNew);
  if (imported.length > 0) submissions.push(imports.insertInferences(sql, imported));
  if (opened.length > 0) submissions.push(imports.insertAlerts(sql, opened, now));
  if (mergedDrafts.length > 0) submissions.push(imports.updateMergedAlerts(sql, mergedDrafts, now));
  if (drafts.length > 0) submissions.push(imports.upsertEndpoints(sql, { seen: observedEndpoints(drafts) }));
  await Promise.all(submissions);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

import type { TransactionSql } from 'postgres';
import { recordAudit } from '../../../../platform/audit/index.js';
import { epochSeconds } from '../../../../platform/clock.js';
import { violatedConstraint } from '../../../../platform/database/index.js';
import type { AlertRequest } from '../../dependencies.js';
import * as imports from '../repository.js';
import {
  deduplicationKey,
  type FoldedInference,
  type FoldSettings,
  InferenceFolder,
  InferenceOutcome,
  raisesAlert,
} from '../rules/deduplication.js';
import type { Inference } from '../rules/inference.js';
import { observedEndpoints } from '../rules/seen-endpoints.js';

/** Of a batch so many inferences are looked up, to see whether it repeats what was imported before. */
const maxSampled = 100;

/** Imports the batches of a stream, one after the other. */
export class BatchImporter {
  readonly #request: AlertRequest;
  /** What the batch before had: a sender that repeats does so soon. */
  #before: ReadonlySet<string> = new Set();
  /** A batch had repeated inferences all the same. */
  #looksAtAll = false;

  constructor(request: AlertRequest) {
    this.#request = request;
  }

  /**
   * Imports checked inferences in one transaction, all or none, in their order.
   *
   * Nearly all batches are new throughout, and to look up every inference is a fifth of what PostgreSQL does for an import. So a sample is
   * looked up, and all only where it, or the batch before, shows repeated ones. Where they show none though there are some, the key of the
   * inferences refuses the batch, which begins again.
   * @returns what became of each, in the same order
   */
  async import(inferences: readonly Inference[]): Promise<FoldedInference[]> {
    if (inferences.length === 0) return [];
    const names = inferences.map(nameOf);
    const looksAtAll = this.#looksAtAll || names.some((name) => this.#before.has(name));
    this.#before = new Set(names);
    const batch = { inferences, names, request: this.#request };
    try {
      return await importOnce(batch, looksAtAll ? inferences : sampleOf(inferences));
    } catch (error) {
      if (violatedConstraint(error) !== imports.inferenceKey) throw error;
      this.#looksAtAll = true;
      return await importOnce(batch, inferences);
    }
  }
}

/** Equal for one inference that comes repeatedly. */
function nameOf({ tenantId, inferenceId }: Inference): string {
  return `${tenantId}\0${inferenceId}`;
}

/** Spread over the whole batch. */
function sampleOf(inferences: readonly Inference[]): readonly Inference[] {
  if (inferences.length <= maxSampled) return inferences;
  const step = inferences.length / maxSampled;
  return Array.from({ length: maxSampled }, (_, index) => inferences[Math.floor(index * step)] as Inference); // Within the batch.
}

interface Batch {
  readonly inferences: readonly Inference[];
  /** The name of each: `nameOf`. */
  readonly names: readonly string[];
  /** Who imports. */
  readonly request: AlertRequest;
}

async function importOnce(batch: Batch, sample: readonly Inference[]): Promise<FoldedInference[]> {
  const { inferences, request } = batch;
  const { settings } = request;
  return await request.store.transaction(async (sql) => {
    await imports.lockTenants(sql, [...new Set(inferences.map((inference) => inference.tenantId))]);
    const found = await imports.selectKnownInferences(sql, sample);
    const isWhole = found.length === 0 || sample.length === inferences.length;
    const known = isWhole ? found : await imports.selectKnownInferences(sql, inferences);
    const repeated = new Map(known.map((row) => [row.position, row.alertId]));
    const fresh = inferences.filter((_, position) => !repeated.has(position));
    const folder = new InferenceFolder(await readJoinable(sql, fresh, settings), settings);
    const folded = foldAll({ batch, repeated, folder });
    await writeFolded({ sql, folded, inferences, drafts: folder.drafts, now: epochSeconds(request.clock) });
    await recordImport(sql, batch, folded);
    return folded;
  });
}

const writtenOutcomes = [InferenceOutcome.OPENED, InferenceOutcome.JOINED, InferenceOutcome.IGNORED] as const;

function countOf(folded: readonly FoldedInference[], wanted: InferenceOutcome): number {
  return folded.reduce((count, { outcome }) => (outcome === wanted ? count + 1 : count), 0);
}

/** How many tenants an audit entry names. */
const maxTenants = 20;

/** One audit entry for the whole batch; none where nothing was written. */
async function recordImport(sql: TransactionSql, batch: Batch, folded: readonly FoldedInference[]): Promise<void> {
  const outcomes = Object.fromEntries(writtenOutcomes.map((outcome) => [outcome, countOf(folded, outcome)]));
  if (writtenOutcomes.every((outcome) => outcomes[outcome] === 0)) return;
  const tenants = [...new Set(batch.inferences.map(({ tenantId }) => tenantId))];
  const [only = null] = tenants;
  await recordAudit(sql, batch.request, {
    action: 'import.inferences',
    object: tenants.slice(0, maxTenants).map((tenantId) => `tenant:${tenantId}` as const),
    tenantId: tenants.length === 1 ? only : null,
    after: { ...outcomes, tenants: tenants.length },
  });
}

async function readJoinable(sql: TransactionSql, fresh: readonly Inference[], settings: FoldSettings) {
  const keys = joinableKeys(fresh, settings);
  return keys.length === 0 ? [] : await imports.lockJoinableAlerts(sql, keys);
}

/** For each key of the batch the span in which an alert must lie for any of its inferences to join it. */
function joinableKeys(inferences: readonly Inference[], settings: FoldSettings): imports.JoinableKey[] {
  const keys = new Map<string, imports.JoinableKey>();
  for (const inference of inferences) {
    if (!raisesAlert(inference, settings)) continue;
    // A second more than the window, because sums are rounded; the rule itself decides.
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

/** The batch may repeat what was imported before, and itself. */
function foldAll(options: {
  batch: Batch;
  repeated: ReadonlyMap<number, string | null>;
  folder: InferenceFolder;
}): FoldedInference[] {
  const inBatch = new Map<string, FoldedInference>();
  const { inferences, names } = options.batch;
  return inferences.map((inference, position) => {
    const before = options.repeated.get(position);
    if (before !== undefined) return { outcome: InferenceOutcome.REPEATED, alertId: before };
    const name = names[position] as string; // One for each.
    const earlier = inBatch.get(name);
    if (earlier !== undefined) return { outcome: InferenceOutcome.REPEATED, alertId: earlier.alertId };
    const folded = options.folder.fold(inference);
    inBatch.set(name, folded);
    return folded;
  });
}

async function writeFolded(options: {
  sql: TransactionSql;
  folded: readonly FoldedInference[];
  inferences: readonly Inference[];
  drafts: InferenceFolder['drafts'];
  now: number;
}): Promise<void> {
  const { sql, folded, inferences, drafts, now } = options;
  const ledger = inferences.flatMap(({ tenantId, inferenceId }, position) => {
    const result = folded[position];
    return result === undefined || result.outcome === InferenceOutcome.REPEATED
      ? []
      : [{ tenantId, inferenceId, alertId: result.alertId }];
  });
  // In the order of their keys, so that neighbours in the indexes are written together.
  ledger.sort((a, b) => compare(a.tenantId, b.tenantId) || compare(a.inferenceId, b.inferenceId));
  const opened = drafts.filter((draft) => draft.isNew).sort((a, b) => compare(a.id, b.id));
  const merged = drafts.filter((draft) => !draft.isNew);
  if (ledger.length > 0) await imports.insertInferences(sql, ledger);
  if (opened.length > 0) await imports.insertAlerts(sql, opened, now);
  if (merged.length > 0) await imports.updateMergedAlerts(sql, merged, now);
  if (drafts.length > 0) await imports.upsertEndpoints(sql, observedEndpoints(drafts));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

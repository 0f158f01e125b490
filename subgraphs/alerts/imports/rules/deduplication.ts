import {
  type AlertPolicy,
  addInference,
  aggregateOf,
  alertIdOf,
  type DeduplicationKey,
  deduplicationKey,
  deduplicationOutcome,
  severityOf,
} from '../../rules.js';
import type { Platform, Prediction, Severity } from '../../vocabulary.js';
import type { Inference } from './inference.js';

/** The outcome of an inference in an import. */
export const InferenceOutcome = {
  OPENED: 'opened',
  JOINED: 'joined',
  IGNORED: 'ignored',
  REPEATED: 'repeated',
  REJECTED: 'rejected',
} as const;
export type InferenceOutcome = (typeof InferenceOutcome)[keyof typeof InferenceOutcome];

/** The fields of an alert that are merged from its inferences, without those that analysts set. */
export interface MergedAlert {
  readonly id: string;
  readonly tenantId: string;
  readonly endpointId: string;
  readonly modelName: string;
  platform: Platform;
  attackProb: number;
  confidence: number;
  prediction: Prediction;
  ttpTechniques: readonly string[];
  ttpExplanation: string | null;
  firstSeen: number;
  lastSeen: number;
  numNodes: number;
  numEdges: number;
  /** Ids of the suppressions that apply to the alert; empty if it is not suppressed. */
  suppressedBy: readonly string[];
}

/** Decides which rules suppress an alert that is opened, or that an inference has joined. */
export interface Suppression {
  rulesForOpening(alert: MergedAlert & { severity: Severity }): readonly string[];
  rulesForJoining(alert: MergedAlert & { severity: Severity }, suppressedBy: readonly string[]): readonly string[];
}

const noSuppression: Suppression = { rulesForOpening: () => [], rulesForJoining: (_, suppressedBy) => suppressedBy };

/** An alert that a batch opened or changed. */
export interface AlertDraft extends MergedAlert {
  /** Whether the batch opened the alert. */
  readonly isNew: boolean;
  /** Ids of the inferences of the batch that were added to the alert, in order of arrival. */
  readonly addedInferenceIds: string[];
}

export interface DeduplicatedInference {
  outcome: InferenceOutcome;
  alertId: string | null;
}

/**
 * Deduplicates the inferences of a batch in order. The result does not depend on how a stream is split into
 * batches.
 */
export class InferenceDeduplicator {
  readonly #policy: AlertPolicy;
  readonly #joinable = new Map<string, (MergedAlert | AlertDraft)[]>();
  readonly #drafts = new Map<string, AlertDraft>();
  readonly #suppression: Suppression;

  /** @param joinable all alerts that are not closed and that an inference of the batch can join */
  constructor(joinable: readonly MergedAlert[], policy: AlertPolicy, suppression = noSuppression) {
    this.#policy = policy;
    this.#suppression = suppression;
    for (const alert of joinable) this.#listFor(alert).push(alert);
  }

  /** The alerts that were opened or changed so far, in order of their first change. */
  get drafts(): readonly AlertDraft[] {
    return [...this.#drafts.values()];
  }

  /** Processes an inference that was not imported before. */
  add(inference: Inference): DeduplicatedInference {
    const outcome = deduplicationOutcome(inference, (key) => this.#listFor(key), this.#policy);
    if (outcome === 'ignored') return { outcome: InferenceOutcome.IGNORED, alertId: null };
    const candidates = this.#listFor(inference);
    if (outcome === 'opened') {
      const opened = openAlert(inference);
      opened.suppressedBy = this.#suppression.rulesForOpening({ ...opened, severity: severityOf(opened.attackProb) });
      candidates.push(opened);
      this.#drafts.set(opened.id, opened);
      return { outcome: InferenceOutcome.OPENED, alertId: opened.id };
    }
    const draft = this.#draftOf(outcome, candidates);
    merge(draft, inference);
    // A suppression that no longer matches must not apply: for example, one for low alerts must not hide an alert that
    // has become critical.
    if (draft.suppressedBy.length > 0) {
      const mergedDraft = { ...draft, severity: severityOf(draft.attackProb) };
      draft.suppressedBy = this.#suppression.rulesForJoining(mergedDraft, draft.suppressedBy);
    }
    return { outcome: InferenceOutcome.JOINED, alertId: draft.id };
  }

  #draftOf(alert: MergedAlert, candidates: MergedAlert[]): AlertDraft {
    const existing = this.#drafts.get(alert.id);
    if (existing !== undefined) return existing;
    const draft = { ...alert, isNew: false, addedInferenceIds: [] };
    candidates[candidates.indexOf(alert)] = draft;
    this.#drafts.set(draft.id, draft);
    return draft;
  }

  #listFor(key: DeduplicationKey): MergedAlert[] {
    const name = deduplicationKey(key);
    const existing = this.#joinable.get(name);
    if (existing !== undefined) return existing;
    const list: MergedAlert[] = [];
    this.#joinable.set(name, list);
    return list;
  }
}

function openAlert(inference: Inference): AlertDraft {
  return {
    id: alertIdOf(inference.tenantId, inference.inferenceId),
    isNew: true,
    addedInferenceIds: [inference.inferenceId],
    tenantId: inference.tenantId,
    endpointId: inference.endpointId,
    modelName: inference.modelName,
    platform: inference.platform,
    ...aggregateOf(inference),
    confidence: inference.confidence,
    prediction: inference.prediction,
    ttpTechniques: unionInOrder([], inference.ttpTechniques),
    ttpExplanation: inference.ttpExplanation,
    numNodes: inference.numNodes,
    numEdges: inference.numEdges,
    suppressedBy: [],
  };
}

/**
 * Merges an inference into an alert. If scores or times are equal, the inference that arrived first determines the
 * fields.
 */
function merge(alert: AlertDraft, inference: Inference): void {
  alert.addedInferenceIds.push(inference.inferenceId);
  alert.ttpTechniques = unionInOrder(alert.ttpTechniques, inference.ttpTechniques);
  if (inference.attackProb > alert.attackProb) {
    alert.confidence = inference.confidence;
    alert.prediction = inference.prediction;
  }
  // The most recent inference is the one at lastSeen, so its time need not be stored separately.
  if (inference.timestamp > alert.lastSeen) {
    alert.platform = inference.platform;
    alert.ttpExplanation = inference.ttpExplanation;
    alert.numNodes = inference.numNodes;
    alert.numEdges = inference.numEdges;
  }
  addInference(alert, inference);
}

function unionInOrder(existing: readonly string[], added: readonly string[]): readonly string[] {
  if (added.every((technique) => existing.includes(technique))) return existing;
  return [...new Set([...existing, ...added])];
}

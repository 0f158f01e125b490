import { type Platform, Prediction, Severity } from '../../vocabulary.js';
import { alertIdOf } from './alert-id.js';
import type { Inference } from './inference.js';

/** What became of one inference of an import. */
export const InferenceOutcome = {
  OPENED: 'opened',
  JOINED: 'joined',
  IGNORED: 'ignored',
  REPEATED: 'repeated',
  REJECTED: 'rejected',
} as const;
export type InferenceOutcome = (typeof InferenceOutcome)[keyof typeof InferenceOutcome];

/** An alert as far as merging is concerned: the merged fields and nothing that an analyst sets. */
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
}

/** An alert that a batch opened or changed. */
export interface AlertDraft extends MergedAlert {
  /** False: it stood before the batch. */
  readonly isNew: boolean;
  /** Inferences of the batch that are part of it, in order of arrival. */
  readonly addedInferenceIds: string[];
}

export interface FoldSettings {
  minThreshold: number;
  dedupWindowSeconds: number;
}

export interface FoldedInference {
  outcome: InferenceOutcome;
  alertId: string | null;
}

/**
 * Takes a batch of inferences one after the other: "How alerts come to be" in order, so that the end does not depend on
 * how a stream is cut into batches.
 *
 * Of several alerts that an inference may join, it joins the one whose window is nearest to its time (inside a window
 * is nearest), among equally near ones the one seen last, then the one with the least id.
 */
export class InferenceFolder {
  readonly #settings: FoldSettings;
  readonly #joinable = new Map<string, (MergedAlert | AlertDraft)[]>();
  readonly #drafts = new Map<string, AlertDraft>();

  /** `joinable`: every alert of the batch's keys that is not closed and in reach of one of its inferences. */
  constructor(joinable: readonly MergedAlert[], settings: FoldSettings) {
    this.#settings = settings;
    for (const alert of joinable) this.#listFor(alert).push(alert);
  }

  /** The alerts that the inferences so far opened or changed, in order of their first change. */
  get drafts(): readonly AlertDraft[] {
    return [...this.#drafts.values()];
  }

  /** Takes one inference that has not been imported before. */
  fold(inference: Inference): FoldedInference {
    if (!raisesAlert(inference, this.#settings)) return { outcome: InferenceOutcome.IGNORED, alertId: null };
    const candidates = this.#listFor(inference);
    const nearest = nearestAlert(candidates, inference.timestamp, this.#settings.dedupWindowSeconds);
    if (nearest === undefined) {
      const opened = openAlert(inference);
      candidates.push(opened);
      this.#drafts.set(opened.id, opened);
      return { outcome: InferenceOutcome.OPENED, alertId: opened.id };
    }
    const draft = this.#draftOf(nearest, candidates);
    merge(draft, inference);
    return { outcome: InferenceOutcome.JOINED, alertId: draft.id };
  }

  #draftOf(alert: MergedAlert, candidates: MergedAlert[]): AlertDraft {
    const known = this.#drafts.get(alert.id);
    if (known !== undefined) return known;
    const draft = { ...alert, isNew: false, addedInferenceIds: [] };
    candidates[candidates.indexOf(alert)] = draft;
    this.#drafts.set(draft.id, draft);
    return draft;
  }

  #listFor(key: { tenantId: string; endpointId: string; modelName: string }): MergedAlert[] {
    const name = deduplicationKey(key);
    const known = this.#joinable.get(name);
    if (known !== undefined) return known;
    const list: MergedAlert[] = [];
    this.#joinable.set(name, list);
    return list;
  }
}

/** Severity of an alert by its `attack_prob`: specification, section 2, "Severity derivation". */
export function severityOf(attackProb: number): Severity {
  if (attackProb >= 0.95) return Severity.CRITICAL;
  if (attackProb >= 0.85) return Severity.HIGH;
  if (attackProb >= 0.7) return Severity.MEDIUM;
  return Severity.LOW;
}

/** What an inference and an alert must share to be merged; no part contains a NUL. */
export function deduplicationKey(of: { tenantId: string; endpointId: string; modelName: string }): string {
  return `${of.tenantId}\0${of.endpointId}\0${of.modelName}`;
}

/** Row "Threshold": below it, or not predicted as an attack, an inference is in no alert. */
export function raisesAlert(inference: Inference, settings: Pick<FoldSettings, 'minThreshold'>): boolean {
  return inference.prediction === Prediction.ATTACK && inference.attackProb >= settings.minThreshold;
}

/** Seconds from a time to a window; 0 inside it. */
export function distanceToWindow(window: { firstSeen: number; lastSeen: number }, timestamp: number): number {
  return Math.max(0, timestamp - window.lastSeen, window.firstSeen - timestamp);
}

function nearestAlert(alerts: readonly MergedAlert[], timestamp: number, reach: number): MergedAlert | undefined {
  let nearest: MergedAlert | undefined;
  let least = reach;
  for (const alert of alerts) {
    const distance = distanceToWindow(alert, timestamp);
    if (distance > least) continue;
    if (nearest === undefined || distance < least || isPreferred(alert, nearest)) nearest = alert;
    least = distance;
  }
  return nearest;
}

function isPreferred(alert: MergedAlert, other: MergedAlert): boolean {
  return alert.lastSeen === other.lastSeen ? alert.id < other.id : alert.lastSeen > other.lastSeen;
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
    attackProb: inference.attackProb,
    confidence: inference.confidence,
    prediction: inference.prediction,
    ttpTechniques: unionInOrder([], inference.ttpTechniques),
    ttpExplanation: inference.ttpExplanation,
    firstSeen: inference.timestamp,
    lastSeen: inference.timestamp,
    numNodes: inference.numNodes,
    numEdges: inference.numEdges,
  };
}

/** Row "Merged fields". Of equal scores and of equal times, the inference that came first stays. */
function merge(alert: AlertDraft, inference: Inference): void {
  alert.addedInferenceIds.push(inference.inferenceId);
  alert.ttpTechniques = unionInOrder(alert.ttpTechniques, inference.ttpTechniques);
  if (inference.attackProb > alert.attackProb) {
    alert.attackProb = inference.attackProb;
    alert.confidence = inference.confidence;
    alert.prediction = inference.prediction;
  }
  // The most recent inference is the one at lastSeen, so nothing else has to be remembered of it.
  if (inference.timestamp > alert.lastSeen) {
    alert.lastSeen = inference.timestamp;
    alert.platform = inference.platform;
    alert.ttpExplanation = inference.ttpExplanation;
    alert.numNodes = inference.numNodes;
    alert.numEdges = inference.numEdges;
  }
  if (inference.timestamp < alert.firstSeen) alert.firstSeen = inference.timestamp;
}

function unionInOrder(known: readonly string[], added: readonly string[]): readonly string[] {
  if (added.every((technique) => known.includes(technique))) return known;
  return [...new Set([...known, ...added])];
}

import { type Platform, Prediction, Severity } from '../../vocabulary.js';
import { alertIdOf } from './alert-id.js';
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

/** The merged fields of an alert, without those that analysts set. */
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
  /** False if the alert existed before the batch. */
  readonly isNew: boolean;
  /** Inferences of the batch that were added to it, in order of arrival. */
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
 * Deduplicates the inferences of a batch in their order (specification, "How alerts come to be"). The result does not
 * depend on how a stream is split into batches.
 *
 * If an inference can join several alerts, it joins the one whose window is nearest to its time (distance 0 inside a
 * window), then the most recent one, then the one with the lowest id.
 */
export class InferenceFolder {
  readonly #settings: FoldSettings;
  readonly #joinable = new Map<string, (MergedAlert | AlertDraft)[]>();
  readonly #drafts = new Map<string, AlertDraft>();

  /** `joinable`: all alerts with keys of the batch that are not closed and within reach of one of its inferences. */
  constructor(joinable: readonly MergedAlert[], settings: FoldSettings) {
    this.#settings = settings;
    for (const alert of joinable) this.#listFor(alert).push(alert);
  }

  /** The alerts that were opened or changed so far, in order of their first change. */
  get drafts(): readonly AlertDraft[] {
    return [...this.#drafts.values()];
  }

  /** Processes an inference that was not imported before. */
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

/** The severity of an alert from its `attack_prob`: specification, section 2, "Severity derivation". */
export function severityOf(attackProb: number): Severity {
  if (attackProb >= 0.95) return Severity.CRITICAL;
  if (attackProb >= 0.85) return Severity.HIGH;
  if (attackProb >= 0.7) return Severity.MEDIUM;
  return Severity.LOW;
}

/** Inferences and alerts are merged only if their keys are equal. No part contains NUL. */
export function deduplicationKey(of: { tenantId: string; endpointId: string; modelName: string }): string {
  return `${of.tenantId}\0${of.endpointId}\0${of.modelName}`;
}

/** Row "Threshold": inferences below it, or not predicted as an attack, raise no alert. */
export function raisesAlert(inference: Inference, settings: Pick<FoldSettings, 'minThreshold'>): boolean {
  return inference.prediction === Prediction.ATTACK && inference.attackProb >= settings.minThreshold;
}

/** Distance of a time from a window in seconds; 0 inside it. */
export function distanceToWindow(window: { firstSeen: number; lastSeen: number }, timestamp: number): number {
  return Math.max(0, timestamp - window.lastSeen, window.firstSeen - timestamp);
}

function nearestAlert(alerts: readonly MergedAlert[], timestamp: number, reach: number): MergedAlert | undefined {
  let nearest: MergedAlert | undefined;
  let minDistance = reach;
  for (const alert of alerts) {
    const distance = distanceToWindow(alert, timestamp);
    if (distance > minDistance) continue;
    if (nearest === undefined || distance < minDistance || isPreferred(alert, nearest)) nearest = alert;
    minDistance = distance;
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

/** Row "Merged fields". Of equal scores or times, the earlier inference is kept. */
function merge(alert: AlertDraft, inference: Inference): void {
  alert.addedInferenceIds.push(inference.inferenceId);
  alert.ttpTechniques = unionInOrder(alert.ttpTechniques, inference.ttpTechniques);
  if (inference.attackProb > alert.attackProb) {
    alert.attackProb = inference.attackProb;
    alert.confidence = inference.confidence;
    alert.prediction = inference.prediction;
  }
  // The most recent inference is the one at lastSeen, so its time need not be stored separately.
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

import { nameBasedUuid } from '../../platform/name-based-uuid.js';
import { Prediction, Severity } from './vocabulary.js';

/** The settings that decide which inferences open or join alerts. */
export interface AlertPolicy {
  readonly minThreshold: number;
  readonly dedupWindowSeconds: number;
}

/** The fields of an inference that the alert policy reads. */
export interface ScoredInference extends DeduplicationKey {
  readonly inferenceId: string;
  readonly attackProb: number;
  readonly prediction: Prediction;
  /** Time of the inference in Unix epoch seconds. */
  readonly timestamp: number;
}

/** The fields that are equal in all inferences of an alert. */
export interface DeduplicationKey {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly modelName: string;
}

/** The fields of an alert that the alert policy reads and changes. */
export interface AlertAggregate {
  readonly id: string;
  attackProb: number;
  firstSeen: number;
  lastSeen: number;
}

/**
 * Returns the alert that an inference joins, `opened` if it opens an alert, or `ignored`. An inference that can join
 * several alerts joins the one whose window is nearest to its time (distance 0 within a window), then the most recent
 * one, then the one with the lowest id.
 * @param alertsOf returns the alerts that are not closed and have the key of the inference; it may omit alerts that the
 * inference cannot join
 */
export function deduplicationOutcome<Inference extends ScoredInference, Alert extends AlertAggregate>(
  inference: Inference,
  alertsOf: (inference: Inference) => Iterable<Alert>,
  policy: AlertPolicy,
): Alert | 'opened' | 'ignored' {
  if (!raisesAlert(inference, policy)) return 'ignored';
  return nearestAlert(alertsOf(inference), inference.timestamp, policy.dedupWindowSeconds) ?? 'opened';
}

/** Whether an inference opens or joins an alert: its prediction is an attack, and its score is at least the minimum. */
export function raisesAlert(
  { prediction, attackProb }: Pick<ScoredInference, 'prediction' | 'attackProb'>,
  { minThreshold }: Pick<AlertPolicy, 'minThreshold'>,
): boolean {
  return prediction === Prediction.ATTACK && attackProb >= minThreshold;
}

/** The score and the window of an alert that consists of one inference. */
export function aggregateOf({ attackProb, timestamp }: ScoredInference): Omit<AlertAggregate, 'id'> {
  return { attackProb, firstSeen: timestamp, lastSeen: timestamp };
}

/** Extends the score and the window of an alert by an inference that joins it. */
export function addInference(alert: AlertAggregate, { attackProb, timestamp }: ScoredInference): void {
  if (attackProb > alert.attackProb) alert.attackProb = attackProb;
  if (timestamp > alert.lastSeen) alert.lastSeen = timestamp;
  if (timestamp < alert.firstSeen) alert.firstSeen = timestamp;
}

/** The severity of an alert, derived from its `attack_prob` (specification, section 2, "Severity derivation"). */
export function severityOf(attackProb: number): Severity {
  if (attackProb >= 0.95) return Severity.CRITICAL;
  if (attackProb >= 0.85) return Severity.HIGH;
  if (attackProb >= 0.7) return Severity.MEDIUM;
  return Severity.LOW;
}

/** A string that is equal only for equal deduplication keys. The separator is NUL, which no part can contain. */
export function deduplicationKey(key: DeduplicationKey): string {
  return `${key.tenantId}\0${key.endpointId}\0${key.modelName}`;
}

/** Number of seconds between a time and a window; 0 within the window. */
export function distanceToWindow(window: { firstSeen: number; lastSeen: number }, timestamp: number): number {
  return Math.max(0, timestamp - window.lastSeen, window.firstSeen - timestamp);
}

function nearestAlert<Alert extends AlertAggregate>(
  alerts: Iterable<Alert>,
  timestamp: number,
  reach: number,
): Alert | undefined {
  let nearest: Alert | undefined;
  let minDistance = reach;
  for (const alert of alerts) {
    const distance = distanceToWindow(alert, timestamp);
    if (distance > minDistance) continue;
    if (nearest === undefined || distance < minDistance || isPreferred(alert, nearest)) nearest = alert;
    minDistance = distance;
  }
  return nearest;
}

function isPreferred(alert: AlertAggregate, other: AlertAggregate): boolean {
  return alert.lastSeen === other.lastSeen ? alert.id < other.id : alert.lastSeen > other.lastSeen;
}

/** UUID namespace of alert ids; must never change. */
const namespace = Buffer.from('5a1f0cf0a1664dc2a7a23b7bb0d2a9a5', 'hex');

/**
 * The id of the alert that an inference opens: a name-based UUID of the tenant and the inference id, so repeating an
 * import into an empty database yields the same ids.
 */
export function alertIdOf(tenantId: string, inferenceId: string): string {
  // NUL is the separator, because neither part can contain it.
  return nameBasedUuid(namespace, `${tenantId}\0${inferenceId}`);
}

import { nameBasedUuid } from '../../platform/name-based-uuid.js';
import { Prediction, Severity } from './vocabulary.js';

/** The settings that decide which inferences open or join which alerts. */
export interface AlertPolicy {
  readonly minThreshold: number;
  readonly dedupWindowSeconds: number;
}

/** The fields of an inference that the policy reads. */
export interface RatedInference extends DeduplicationKey {
  readonly inferenceId: string;
  readonly attackProb: number;
  readonly prediction: Prediction;
  /** Unix epoch seconds. */
  readonly timestamp: number;
}

/** The fields that must be equal for inferences and alerts to be merged. */
export interface DeduplicationKey {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly modelName: string;
}

/** The fields of an alert that the policy reads and changes. */
export interface AlertExtent {
  readonly id: string;
  attackProb: number;
  firstSeen: number;
  lastSeen: number;
}

/**
 * The alert that an inference joins, `opened` if it opens one, or `ignored`.
 *
 * If it can join several alerts, it joins the one whose window is nearest to its time (distance 0 inside a window),
 * then the most recent one, then the one with the lowest id.
 * @param alertsOf the alerts with the key of an inference that are not closed, at least those that it can join
 */
export function placementOf<Inference extends RatedInference, Alert extends AlertExtent>(
  inference: Inference,
  alertsOf: (inference: Inference) => Iterable<Alert>,
  policy: AlertPolicy,
): Alert | 'opened' | 'ignored' {
  if (!raisesAlert(inference, policy)) return 'ignored';
  return nearestAlert(alertsOf(inference), inference.timestamp, policy.dedupWindowSeconds) ?? 'opened';
}

/**
 * Whether an inference opens or joins an alert: it is predicted as an attack, and its score is not below the threshold.
 */
export function raisesAlert(
  { prediction, attackProb }: Pick<RatedInference, 'prediction' | 'attackProb'>,
  { minThreshold }: Pick<AlertPolicy, 'minThreshold'>,
): boolean {
  return prediction === Prediction.ATTACK && attackProb >= minThreshold;
}

/** The score and window of an alert that an inference opens. */
export function extentOf({ attackProb, timestamp }: RatedInference): Omit<AlertExtent, 'id'> {
  return { attackProb, firstSeen: timestamp, lastSeen: timestamp };
}

/** Adds an inference to the score and the window of its alert. */
export function extend(alert: AlertExtent, { attackProb, timestamp }: RatedInference): void {
  if (attackProb > alert.attackProb) alert.attackProb = attackProb;
  if (timestamp > alert.lastSeen) alert.lastSeen = timestamp;
  if (timestamp < alert.firstSeen) alert.firstSeen = timestamp;
}

/** The severity of an alert from its `attack_prob`: specification, section 2, "Severity derivation". */
export function severityOf(attackProb: number): Severity {
  if (attackProb >= 0.95) return Severity.CRITICAL;
  if (attackProb >= 0.85) return Severity.HIGH;
  if (attackProb >= 0.7) return Severity.MEDIUM;
  return Severity.LOW;
}

/** A string that is equal only for equal keys. NUL is the separator, because no part can contain it. */
export function deduplicationKey(of: DeduplicationKey): string {
  return `${of.tenantId}\0${of.endpointId}\0${of.modelName}`;
}

/** Distance of a time from a window in seconds; 0 inside it. */
export function distanceToWindow(window: { firstSeen: number; lastSeen: number }, timestamp: number): number {
  return Math.max(0, timestamp - window.lastSeen, window.firstSeen - timestamp);
}

function nearestAlert<Alert extends AlertExtent>(
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

function isPreferred(alert: AlertExtent, other: AlertExtent): boolean {
  return alert.lastSeen === other.lastSeen ? alert.id < other.id : alert.lastSeen > other.lastSeen;
}

/** Namespace of the ids of alerts; must never change. */
const namespace = Buffer.from('5a1f0cf0a1664dc2a7a23b7bb0d2a9a5', 'hex');

/**
 * The id of the alert that an inference opens: a name-based UUID of tenant and inference. The same import into an empty
 * store yields the same ids.
 */
export function alertIdOf(tenantId: string, inferenceId: string): string {
  // NUL is the separator, because neither part can contain it.
  return nameBasedUuid(namespace, `${tenantId}\0${inferenceId}`);
}

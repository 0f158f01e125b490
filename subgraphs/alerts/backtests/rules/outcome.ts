import { type DeduplicationKey, severityOf } from '../../rules.js';
import { BacktestSampleKind, type Severity } from '../../vocabulary.js';
import type { PolicyAlert, ReplayedStored } from './replay.js';

/**
 * Counts of alerts. For each tenant and model, `currentAlerts - avoided + added = alertsWithPolicy`; not for each
 * severity, because the policy can change severities.
 */
export interface BacktestCounts {
  /** Number of stored alerts that were replayed. */
  currentAlerts: number;
  /** Number of alerts that the policy would open. */
  alertsWithPolicy: number;
  /**
   * Number of stored alerts that no alert under the policy replaces: alerts that were merged into others, or dropped.
   */
  avoided: number;
  /** Number of stored alerts whose inferences would neither open nor join an alert under the policy. */
  dropped: number;
  /** Number of alerts under the policy that replace no stored alert. */
  added: number;
  /** Number of dropped alerts that an analyst found to be true positives. */
  truePositivesLost: number;
  /** Number of alerts in `avoided` that an analyst found to be false positives. */
  falsePositivesAvoided: number;
  /** Number of replayed stored alerts that are suppressed. */
  currentSuppressed: number;
  /** Number of alerts under the policy that would be suppressed. */
  suppressedWithPolicy: number;
  /**
   * Number of stored alerts that an analyst found to be true positives and whose inferences would open or join only
   * alerts that would be suppressed.
   */
  truePositivesSuppressed: number;
}

export interface BacktestGroup extends BacktestCounts {
  readonly tenantId: string;
  readonly modelName: string;
  readonly severity: Severity;
}

/** An example of a difference between the stored alerts and those under the policy. */
export interface BacktestSample extends DeduplicationKey {
  readonly kind: BacktestSampleKind;
  /** Id of the stored alert or, for an added alert, the id that the policy would assign to it. */
  readonly alertId: string;
  readonly severity: Severity;
  readonly attackProb: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly inferences: number;
}

/** Maximum number of examples of each kind. The alerts with the highest scores are selected. */
const samplesPerKind = 20;

function zeroCounts(): BacktestCounts {
  return {
    currentAlerts: 0,
    alertsWithPolicy: 0,
    avoided: 0,
    dropped: 0,
    added: 0,
    truePositivesLost: 0,
    falsePositivesAvoided: 0,
    currentSuppressed: 0,
    suppressedWithPolicy: 0,
    truePositivesSuppressed: 0,
  };
}

/**
 * Accumulates the replay results of all deduplication keys by tenant, model and severity, and collects examples of the
 * differences.
 */
export class BacktestOutcome {
  readonly #groups = new Map<string, BacktestGroup>();
  readonly #samples = new Map<BacktestSampleKind, BacktestSample[]>();

  add(key: DeduplicationKey, result: { stored: readonly ReplayedStored[]; alerts: readonly PolicyAlert[] }): void {
    for (const stored of result.stored) this.#addStored(key, stored);
    for (const alert of result.alerts) {
      const severity = severityOf(alert.attackProb);
      const group = this.#groupOf(key, severity);
      group.alertsWithPolicy++;
      if (alert.suppressedBy.length > 0) group.suppressedWithPolicy++;
      if (alert.stored[0]?.successor === alert) continue;
      group.added++;
      this.#addSample(key, { ...alert, kind: BacktestSampleKind.ADDED, severity });
    }
  }

  get groups(): readonly BacktestGroup[] {
    return [...this.#groups.values()];
  }

  get samples(): readonly BacktestSample[] {
    return [...this.#samples.values()].flatMap(highestScores);
  }

  get totals(): BacktestCounts {
    const totals = zeroCounts();
    for (const group of this.#groups.values()) {
      for (const name of Object.keys(totals) as (keyof BacktestCounts)[]) totals[name] += group[name];
    }
    return totals;
  }

  #addStored(key: DeduplicationKey, stored: ReplayedStored): void {
    const group = this.#groupOf(key, stored.severity);
    group.currentAlerts++;
    if (stored.isSuppressed) group.currentSuppressed++;
    const isRaised = stored.raised.size > 0;
    const isSuppressed = isRaised && [...stored.raised].every(({ suppressedBy }) => suppressedBy.length > 0);
    if (isSuppressed && stored.isTruePositive === true) group.truePositivesSuppressed++;
    if (stored.successor !== undefined) return;
    const isLost = !isRaised && stored.isTruePositive === true;
    group.avoided++;
    if (!isRaised) group.dropped++;
    if (isLost) group.truePositivesLost++;
    if (stored.isTruePositive === false) group.falsePositivesAvoided++;
    this.#addSample(key, { ...stored, kind: isLost ? BacktestSampleKind.LOST : BacktestSampleKind.AVOIDED });
  }

  #groupOf({ tenantId, modelName }: DeduplicationKey, severity: Severity): BacktestGroup {
    const name = `${tenantId}\0${modelName}\0${severity}`;
    const existing = this.#groups.get(name);
    if (existing !== undefined) return existing;
    const group = { tenantId, modelName, severity, ...zeroCounts() };
    this.#groups.set(name, group);
    return group;
  }

  #addSample(
    { tenantId, endpointId, modelName }: DeduplicationKey,
    alert: Omit<PolicyAlert, 'stored' | 'suppressedBy' | 'ttpTechniques' | 'platform'> & {
      kind: BacktestSampleKind;
      severity: Severity;
    },
  ): void {
    const { kind, id: alertId, severity, attackProb, firstSeen, lastSeen, inferences } = alert;
    const sample = {
      kind,
      tenantId,
      endpointId,
      modelName,
      alertId,
      severity,
      attackProb,
      firstSeen,
      lastSeen,
      inferences,
    };
    const samples = this.#samples.get(kind) ?? [];
    samples.push(sample);
    this.#samples.set(kind, samples.length > 2 * samplesPerKind ? highestScores(samples) : samples);
  }
}

function highestScores(samples: readonly BacktestSample[]): BacktestSample[] {
  return samples
    .toSorted((a, b) => b.attackProb - a.attackProb || (a.alertId < b.alertId ? -1 : 1))
    .slice(0, samplesPerKind);
}

import {
  type AlertAggregate,
  type AlertPolicy,
  addInference,
  aggregateOf,
  alertIdOf,
  deduplicationOutcome,
  type ScoredInference,
  severityOf,
} from '../../rules.js';
import type { Suppressor } from '../../suppressions/index.js';
import type { Platform, Severity } from '../../vocabulary.js';

/** A stored alert all of whose inferences are replayed. */
export interface StoredAlert {
  readonly id: string;
  readonly severity: Severity;
  /** The latest verdict on the alert; null if there is none. */
  readonly isTruePositive: boolean | null;
  /** Whether the alert is suppressed when the backtest runs. */
  readonly isSuppressed: boolean;
  /**
   * Ids of the transitions that closed the alert, ascending. The ids and the numbers of import batches come from the
   * same sequence.
   */
  readonly closings: readonly number[];
}

/** An inference of the log. `stored` is the alert that the inference belongs to; null if the inference was ignored. */
export interface ReplayedInference extends ScoredInference {
  readonly batch: number;
  readonly platform: Platform;
  readonly ttpTechniques: readonly string[];
  readonly stored: StoredAlert | null;
}

/** A stored alert with the result of its replay under the policy. */
export interface ReplayedStored extends AlertAggregate, StoredAlert {
  /** Number of inferences of the stored alert that were replayed. */
  inferences: number;
  /** The alerts under the policy that inferences of the stored alert open or join. */
  readonly raised: Set<PolicyAlert>;
  /** The alert under the policy that replaces this stored alert; undefined if none does. */
  successor: PolicyAlert | undefined;
  /** Number of the last batch that contained an inference of the stored alert. */
  lastBatch: number;
}

/** An alert that the policy would open. */
export interface PolicyAlert extends AlertAggregate {
  inferences: number;
  platform: Platform;
  /** Techniques of all inferences of the alert, in order of appearance. */
  readonly ttpTechniques: string[];
  /** Ids of the suppressions that apply to the alert; empty if it is not suppressed. */
  suppressedBy: readonly string[];
  /** The stored alerts to which the inferences of this alert belong, in order of arrival. */
  readonly stored: ReplayedStored[];
}

/**
 * Replays the inferences of one deduplication key under a policy, in order of arrival, by the rules of the import. An
 * alert under the policy is closed while all stored alerts of its inferences are closed, so the replay reproduces what
 * analysts closed. A stored alert counts as closed from a closing until an inference joins it again, which is possible
 * only after a reopening. Therefore, a replay under the policy of the import yields exactly the stored alerts.
 */
export class KeyReplay {
  readonly #policy: AlertPolicy;
  readonly #suppressor: Suppressor | undefined;
  readonly #stored = new Map<string, ReplayedStored>();
  readonly #alerts: PolicyAlert[] = [];
  readonly #index: AlertIndex;

  constructor(policy: AlertPolicy, suppressor?: Suppressor) {
    this.#policy = policy;
    this.#suppressor = suppressor;
    this.#index = new AlertIndex(policy.dedupWindowSeconds);
  }

  /**
   * Replays the next inference.
   * @returns the alert that the inference opens or joins; undefined if the inference is ignored
   */
  add(inference: ReplayedInference): PolicyAlert | undefined {
    const stored = inference.stored === null ? undefined : this.#extendStored(inference, inference.stored);
    const outcome = deduplicationOutcome(inference, (input) => this.#candidates(input), this.#policy);
    if (outcome === 'ignored') return undefined;
    const alert = outcome === 'opened' ? this.#open(inference) : outcome;
    if (outcome !== 'opened') this.#join(alert, inference);
    alert.inferences++;
    this.#index.add(alert);
    if (stored !== undefined) {
      stored.raised.add(alert);
      if (!alert.stored.includes(stored)) alert.stored.push(stored);
    }
    return alert;
  }

  /**
   * Ends the replay and returns the stored alerts and the alerts under the policy. An alert under the policy replaces
   * the first of its stored alerts.
   */
  end(): { stored: readonly ReplayedStored[]; alerts: readonly PolicyAlert[] } {
    for (const alert of this.#alerts) {
      const [first] = alert.stored;
      if (first !== undefined) first.successor ??= alert;
    }
    return { stored: [...this.#stored.values()], alerts: this.#alerts };
  }

  #open(inference: ReplayedInference): PolicyAlert {
    const id = alertIdOf(inference.tenantId, inference.inferenceId);
    const { platform, ttpTechniques } = inference;
    const mergedFields = { platform, ttpTechniques: [...new Set(ttpTechniques)], suppressedBy: [] };
    const opened: PolicyAlert = { id, ...aggregateOf(inference), ...mergedFields, inferences: 0, stored: [] };
    opened.suppressedBy = this.#suppressor?.rulesForOpening(comparedFields(opened, inference)) ?? [];
    this.#alerts.push(opened);
    return opened;
  }

  #join(alert: PolicyAlert, inference: ReplayedInference): void {
    // As in the import, the platform is compared before the window grows.
    if (inference.timestamp > alert.lastSeen) alert.platform = inference.platform;
    addInference(alert, inference);
    for (const technique of inference.ttpTechniques) {
      if (!alert.ttpTechniques.includes(technique)) alert.ttpTechniques.push(technique);
    }
    if (alert.suppressedBy.length === 0) return;
    alert.suppressedBy = this.#suppressor?.rulesForJoining(comparedFields(alert, inference), alert.suppressedBy) ?? [];
  }

  #extendStored(
    inference: ReplayedInference,
    { id, severity, isTruePositive, isSuppressed, closings }: StoredAlert,
  ): ReplayedStored {
    const existing = this.#stored.get(id);
    if (existing !== undefined) addInference(existing, inference);
    const created = {
      id,
      severity,
      isTruePositive,
      isSuppressed,
      closings,
      raised: new Set<PolicyAlert>(),
      successor: undefined,
    };
    const alert = existing ?? { ...created, ...aggregateOf(inference), inferences: 0, lastBatch: inference.batch };
    alert.inferences++;
    alert.lastBatch = inference.batch;
    this.#stored.set(id, alert);
    return alert;
  }

  *#candidates({ batch, timestamp }: ReplayedInference): Generator<PolicyAlert> {
    for (const alert of this.#index.findNear(timestamp)) {
      const isClosed = alert.stored.length > 0 && alert.stored.every((stored) => isClosedAt(stored, batch));
      if (!isClosed) yield alert;
    }
  }
}

/** The alert fields that the filters of suppressions compare. */
function comparedFields(alert: PolicyAlert, { tenantId, endpointId, modelName }: ReplayedInference) {
  const { attackProb, platform, ttpTechniques } = alert;
  return { tenantId, endpointId, modelName, attackProb, severity: severityOf(attackProb), platform, ttpTechniques };
}

function isClosedAt({ closings, lastBatch }: ReplayedStored, batch: number): boolean {
  return closings.some((closing) => closing < batch && closing > lastBatch);
}

/**
 * Finds the alerts whose window is at most `reach` seconds from a time. Each bucket is a time range as wide as the
 * reach, and contains the alerts whose window overlaps the range, so a search reads only a few buckets.
 */
class AlertIndex {
  readonly #reach: number;
  readonly #bucketSeconds: number;
  readonly #buckets = new Map<number, PolicyAlert[]>();
  readonly #covered = new Map<PolicyAlert, { from: number; to: number }>();

  constructor(reach: number) {
    // One second more than the window, because sums are rounded; `deduplicationOutcome` compares exactly.
    this.#reach = reach + 1;
    this.#bucketSeconds = this.#reach;
  }

  /** Adds an alert, or updates the buckets of an alert whose window has grown since it was last added. */
  add(alert: PolicyAlert): void {
    const [from, to] = [this.#bucketOf(alert.firstSeen), this.#bucketOf(alert.lastSeen)];
    const covered = this.#covered.get(alert);
    for (let bucket = from; bucket <= to; bucket++) {
      if (covered !== undefined && bucket >= covered.from && bucket <= covered.to) continue;
      const alerts = this.#buckets.get(bucket);
      if (alerts === undefined) this.#buckets.set(bucket, [alert]);
      else alerts.push(alert);
    }
    this.#covered.set(alert, { from, to });
  }

  /**
   * Finds the alerts near a time. An alert in several buckets is returned several times; `deduplicationOutcome`
   * tolerates that.
   */
  *findNear(timestamp: number): Generator<PolicyAlert> {
    const last = this.#bucketOf(timestamp + this.#reach);
    for (let bucket = this.#bucketOf(timestamp - this.#reach); bucket <= last; bucket++) {
      yield* this.#buckets.get(bucket) ?? [];
    }
  }

  #bucketOf(timestamp: number): number {
    return Math.floor(timestamp / this.#bucketSeconds);
  }
}

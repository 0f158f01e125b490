import type { AlertCriteria } from '../triage/index.js';
import type { Platform, Severity } from '../vocabulary.js';

/** The criteria of a suppression: those that compare fields that an alert already has when it is opened. */
export type SuppressionCriteria = Pick<
  AlertCriteria,
  | 'endpointId'
  | 'severities'
  | 'platforms'
  | 'techniques'
  | 'attackTechniques'
  | 'modelNames'
  | 'minAttackProb'
  | 'maxAttackProb'
>;

/** A suppression: a rule that suppresses the alerts that match it. */
export interface SuppressionRule {
  readonly id: string;
  /** The tenant whose alerts are suppressed; null: all tenants. */
  readonly tenantId: string | null;
  readonly criteria: SuppressionCriteria;
}

/** The alert fields that criteria compare, when the alert is opened or joined by an inference. */
export interface OpenedAlert {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly severity: Severity;
  readonly platform: Platform;
  readonly attackProb: number;
  readonly ttpTechniques: readonly string[];
  readonly modelName: string;
}

/**
 * Whether an alert matches criteria. The result is the same as that of the SQL conditions with which lists select
 * alerts.
 */
export function matchesCriteria(criteria: SuppressionCriteria, alert: OpenedAlert): boolean {
  const { minAttackProb = 0, maxAttackProb = 1 } = criteria;
  return (
    (criteria.endpointId === undefined || criteria.endpointId === alert.endpointId) &&
    isAnyOf(criteria.severities, alert.severity) &&
    isAnyOf(criteria.platforms, alert.platform) &&
    isAnyOf(criteria.modelNames, alert.modelName) &&
    hasAnyOf(alert.ttpTechniques, criteria.techniques) &&
    hasAnyOf(alert.ttpTechniques, criteria.attackTechniques) &&
    alert.attackProb >= minAttackProb &&
    alert.attackProb <= maxAttackProb
  );
}

function isAnyOf<Value>(values: readonly Value[] | undefined, value: Value): boolean {
  return values === undefined || values.includes(value);
}

function hasAnyOf(values: readonly string[], expected: readonly string[] | undefined): boolean {
  return expected === undefined || expected.some((value) => values.includes(value));
}

/** The effect of one suppression on the alerts of a batch. */
export interface SuppressionEffect {
  /** Number of alerts that were suppressed when they were opened. */
  opened: number;
  /**
   * Number of suppressed alerts that were released: the suppression no longer matched after an inference joined them.
   */
  released: number;
}

/** Decides which alerts the active suppressions apply to, and counts the effects of each suppression. */
export class Suppressor {
  readonly #rules = new Map<string, SuppressionRule>();
  readonly #byTenant = new Map<string | null, SuppressionRule[]>();
  readonly #effects = new Map<string, SuppressionEffect>();

  constructor(rules: readonly SuppressionRule[]) {
    for (const rule of rules) {
      this.#rules.set(rule.id, rule);
      const existing = this.#byTenant.get(rule.tenantId);
      if (existing === undefined) this.#byTenant.set(rule.tenantId, [rule]);
      else existing.push(rule);
    }
  }

  /** The effects so far, by suppression. Suppressions without effects are absent. */
  get effects(): ReadonlyMap<string, Readonly<SuppressionEffect>> {
    return this.#effects;
  }

  /** The ids of the suppression rules that apply to an alert when it is opened; empty if it is not suppressed. */
  rulesForOpening(alert: OpenedAlert): readonly string[] {
    if (this.#rules.size === 0) return [];
    const rules = [null, alert.tenantId].flatMap((tenant) => this.#byTenant.get(tenant) ?? []);
    const ids = rules.filter(({ criteria }) => matchesCriteria(criteria, alert)).map(({ id }) => id);
    for (const id of ids) this.#effectOf(id).opened++;
    return ids;
  }

  /**
   * The ids of the suppression rules that still apply to an alert after an inference has joined it: those that still
   * match, and those that are no longer active. The job that restores alerts removes the inactive ones and counts the
   * alerts.
   */
  rulesForJoining(alert: OpenedAlert, suppressedBy: readonly string[]): readonly string[] {
    const ids = suppressedBy.filter((id) => {
      const rule = this.#rules.get(id);
      return rule === undefined || matchesCriteria(rule.criteria, alert);
    });
    if (ids.length === suppressedBy.length) return suppressedBy;
    for (const id of suppressedBy) if (!ids.includes(id)) this.#effectOf(id).released++;
    return ids;
  }

  #effectOf(id: string): SuppressionEffect {
    const existing = this.#effects.get(id);
    if (existing !== undefined) return existing;
    const effect = { opened: 0, released: 0 };
    this.#effects.set(id, effect);
    return effect;
  }
}

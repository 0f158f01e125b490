import { Severity } from '../vocabulary.js';

/** Severity of an alert by its `attack_prob`: specification, section 2, "Severity derivation". */
export function severityOf(attackProb: number): Severity {
  if (attackProb >= 0.95) return Severity.CRITICAL;
  if (attackProb >= 0.85) return Severity.HIGH;
  if (attackProb >= 0.7) return Severity.MEDIUM;
  return Severity.LOW;
}

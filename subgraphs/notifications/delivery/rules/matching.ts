import type { Occurrence } from '../../../../platform/notification-source.js';
import type { Condition } from '../../tables.js';

interface Criteria {
  readonly tenantId: string | null;
  readonly kinds: readonly string[];
  readonly conditions: readonly Condition[];
}

/**
 * Whether an occurrence matches a rule: it has one of the kinds and the tenant of the rule and, for each condition, one
 * of the values, case-insensitive.
 */
export function isMatch({ tenantId, kinds, conditions }: Criteria, occurrence: Occurrence): boolean {
  if (!kinds.includes(occurrence.kind)) return false;
  if (tenantId !== null && tenantId !== occurrence.tenantId) return false;
  return conditions.every(({ field, values }) => {
    const fact = occurrence.facts[field];
    const strings = (Array.isArray(fact) ? fact : [fact]).map((value) => String(value ?? '').toLowerCase());
    return values.some((value) => strings.includes(value.toLowerCase()));
  });
}

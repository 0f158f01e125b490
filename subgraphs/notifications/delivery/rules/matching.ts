import type { Occurrence } from '../../../../platform/notification-source.js';
import type { Condition } from '../../tables.js';

interface Criteria {
  readonly tenantId: string | null;
  readonly kinds: readonly string[];
  readonly conditions: readonly Condition[];
}

/**
 * Whether a rule notifies of an occurrence: it has one of the kinds, the tenant, and for each condition one of its
 * values, regardless of case.
 */
export function isMatch({ tenantId, kinds, conditions }: Criteria, occurrence: Occurrence): boolean {
  if (!kinds.includes(occurrence.kind)) return false;
  if (tenantId !== null && tenantId !== occurrence.tenantId) return false;
  return conditions.every(({ field, values }) => {
    const found = occurrence.facts[field];
    const texts = (Array.isArray(found) ? found : [found]).map((value) => String(value ?? '').toLowerCase());
    return values.some((value) => texts.includes(value.toLowerCase()));
  });
}

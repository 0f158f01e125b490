import type { RetentionRule } from '../../../platform/configuration/index.js';
import { AlertStatus } from '../vocabulary.js';

/** The retention period of alerts with one status, of one tenant or of all other tenants. */
export interface RetentionPeriod {
  readonly status: AlertStatus;
  /** The tenant to which the period applies; null: all tenants except `exceptTenants`. */
  readonly tenantId: string | null;
  readonly exceptTenants: readonly string[];
  /** Number of days after the last change of an alert until it is deleted; 0: never. */
  readonly days: number;
}

const closedStatuses: readonly AlertStatus[] = [AlertStatus.RESOLVED, AlertStatus.FALSE_POSITIVE];

/**
 * Returns one period for each status and tenant that has a rule, and one for each status of all other tenants. A rule
 * for the tenant takes precedence over a rule for all tenants; then a rule for the status takes precedence over
 * `closed`, and `closed` over `all`. Without a rule, alerts are never deleted.
 */
export function retentionPeriods(rules: readonly RetentionRule[]): RetentionPeriod[] {
  const tenants = [...new Set(rules.flatMap(({ tenantId }) => tenantId ?? []))];
  return Object.values(AlertStatus).flatMap((status) => {
    const tenantPeriods = tenants.flatMap((tenantId): RetentionPeriod[] => {
      const days = daysOf(rules, status, tenantId);
      return days === undefined ? [] : [{ status, tenantId, exceptTenants: [], days }];
    });
    const exceptTenants = tenantPeriods.flatMap(({ tenantId }) => tenantId ?? []);
    return [...tenantPeriods, { status, tenantId: null, exceptTenants, days: daysOf(rules, status, null) ?? 0 }];
  });
}

function daysOf(rules: readonly RetentionRule[], status: AlertStatus, tenantId: string | null): number | undefined {
  const names = [status, ...(closedStatuses.includes(status) ? ['closed' as const] : []), 'all' as const];
  const found = names.map((name) => rules.find((rule) => rule.status === name && rule.tenantId === tenantId));
  return found.find((rule) => rule !== undefined)?.days;
}

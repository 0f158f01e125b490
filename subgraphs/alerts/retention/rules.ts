import type { RetentionRule } from '../../../platform/configuration/index.js';
import { AlertStatus } from '../vocabulary.js';

/** Retention of the alerts of one status, of one tenant or of all others. */
export interface RetentionPeriod {
  readonly status: AlertStatus;
  /** The only tenant; null: all tenants except `exceptTenants`. */
  readonly tenantId: string | null;
  readonly exceptTenants: readonly string[];
  /** Number of days since the last change after which an alert is removed; 0: never. */
  readonly days: number;
}

const closedStatuses: readonly AlertStatus[] = [AlertStatus.RESOLVED, AlertStatus.FALSE_POSITIVE];

/**
 * One period for each status and tenant with a rule, and for each status of all other tenants. A rule for the tenant
 * takes precedence over one for all tenants; among these, a rule for the status takes precedence over `closed`, and
 * `closed` over `all`. Without a rule, alerts are never removed.
 */
export function retentionPeriods(rules: readonly RetentionRule[]): RetentionPeriod[] {
  const tenants = [...new Set(rules.flatMap(({ tenantId }) => tenantId ?? []))];
  return Object.values(AlertStatus).flatMap((status) => {
    const own = tenants.flatMap((tenantId): RetentionPeriod[] => {
      const days = daysOf(rules, status, tenantId);
      return days === undefined ? [] : [{ status, tenantId, exceptTenants: [], days }];
    });
    const exceptTenants = own.flatMap(({ tenantId }) => tenantId ?? []);
    return [...own, { status, tenantId: null, exceptTenants, days: daysOf(rules, status, null) ?? 0 }];
  });
}

function daysOf(rules: readonly RetentionRule[], status: AlertStatus, tenantId: string | null): number | undefined {
  const names = [status, ...(closedStatuses.includes(status) ? ['closed' as const] : []), 'all' as const];
  const found = names.map((name) => rules.find((rule) => rule.status === name && rule.tenantId === tenantId));
  return found.find((rule) => rule !== undefined)?.days;
}

import type { TransactionSql } from 'postgres';
import { type AuditRequest, recordAudit } from '../../../../platform/audit/index.js';
import { onlyTenant } from '../../tenants.js';
import { insertEffects, lockRulesShared, selectActiveRules } from '../repository/active-rules.js';
import { Suppressor } from '../rules.js';

/**
 * Loads the active suppressions for the tenants of an import. None of them can end before the transaction does. Call it
 * before the transaction locks alerts.
 */
export async function loadSuppressor(
  sql: TransactionSql,
  { tenants, now }: { tenants: string[]; now: number },
): Promise<Suppressor> {
  await lockRulesShared(sql);
  return new Suppressor(await selectActiveRules(sql, { tenants, now }));
}

/**
 * Stores the effects of suppressions on the alerts of a batch, with one audit entry. Does nothing if there were no
 * effects.
 */
export async function recordSuppression(
  sql: TransactionSql,
  request: AuditRequest,
  { effects, tenants }: { effects: Suppressor['effects']; tenants: readonly string[] },
): Promise<void> {
  if (effects.size === 0) return;
  await insertEffects(sql, { effect: [...effects].map(([id, effect]) => ({ id, ...effect })) });
  await recordAudit(sql, request, {
    action: 'suppress.alerts',
    object: [...effects.keys()].map((id) => `suppression:${id}` as const),
    tenantId: onlyTenant(tenants),
    after: { byRule: Object.fromEntries(effects) },
  });
}

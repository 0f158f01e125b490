import { selectTokenExpirations } from '../../../gateway/authentication/index.js';
import { countOf } from '../../../platform/count-of.js';
import { withUnmigratedDatabase } from '../../../platform/database/index.js';
import { silentLog } from '../../../platform/log.js';
import { type Check, type CheckResult, ok, skip, warning } from '../check.js';
import { daysUntil, formatDays, tokenExpiryWarningDays } from '../expiry.js';

export const tokens: Check = {
  name: 'tokens',
  async run({ configuration, clock, database }) {
    const facts = await database().catch(() => undefined);
    if (facts === undefined) return skip('the database cannot be reached');
    if (facts === null || facts.migrations.applied === 0) return skip('no database yet');
    const log = silentLog;
    const expiries = await withUnmigratedDatabase({ configuration, log }, selectTokenExpirations);
    return assessTokens(expiries, { now: clock.now(), administrators: configuration.auth.adminTokens });
  },
};

/**
 * Assesses the operator tokens that are not revoked: whether one expires soon, has expired, or has the name of an
 * administrator.
 */
export function assessTokens(
  expiries: readonly { name: string; expiresAt: number | null }[],
  { now, administrators }: { now: number; administrators: readonly { name: string }[] },
): CheckResult {
  const shared = expiries.find(({ name }) => administrators.some((administrator) => administrator.name === name));
  if (shared !== undefined) {
    return warning(
      `an operator token and an administrator in the settings are both named ${shared.name}: the audit log does not distinguish them`,
      'choose another name in [auth] admin_tokens, or revoke the token',
    );
  }
  const expiring = expiries.flatMap(({ name, expiresAt }) => {
    if (expiresAt === null) return [];
    const days = daysUntil(expiresAt, now);
    if (days >= tokenExpiryWarningDays) return [];
    return [expiresAt <= now ? `${name} has expired` : `${name} expires in ${formatDays(days)}`];
  });
  if (expiring.length === 0)
    return ok(
      `${countOf(expiries.length, 'active operator token')}; none expires within ${tokenExpiryWarningDays} days`,
    );
  return warning(
    expiring.join('; '),
    'extend the token (rampart tokens expire NAME --expires-in-days DAYS), or create one with another name (rampart tokens create NEW_NAME) and revoke the old one (rampart tokens revoke NAME)',
  );
}

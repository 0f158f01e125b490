import { auditOfObjects } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { actionOf, auditActionOf } from '../rules/audit-actions.js';
import { AccountAction, type AccountInterface, type Tier } from '../vocabulary.js';

/** An event of an account, from the audit log. Times are Unix epoch milliseconds. */
export interface AccountEventRow {
  readonly at: number;
  readonly action: AccountAction;
  /** Name of the caller who caused the event, or the kind of caller if it has no name. */
  readonly caller: string;
  readonly via: AccountInterface;
  readonly keyName: string | null;
  readonly tier: Tier | null;
  readonly expiresAt: number | null;
}

const actions = Object.values(AccountAction).map(auditActionOf);

/** The latest events of these accounts, newest first; at most `limit` per account. */
export async function selectAccountEvents(
  sql: Executor,
  query: { accountIds: readonly string[]; limit: number },
): Promise<(AccountEventRow & { accountId: string })[]> {
  const accounts = new Map(query.accountIds.map((id) => [`account:${id}`, id]));
  const entries = await auditOfObjects(sql, { objects: [...accounts.keys()], actions, limit: query.limit });
  return entries.map(({ object, at, action, actorKind, actorName, via, after }) => {
    const { keyName = null, tier = null, expiresAt = null } = JSON.parse(after ?? '{}');
    return {
      accountId: accounts.get(object) ?? '',
      at,
      action: actionOf(action),
      caller: actorName ?? actorKind,
      via: via as AccountInterface, // Only these interfaces change accounts.
      ...{ keyName, tier, expiresAt: expiresAt === null ? null : Date.parse(expiresAt) },
    };
  });
}

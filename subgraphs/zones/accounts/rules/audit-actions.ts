import { AccountAction } from '../vocabulary.js';

/** Audit log actions by kind of account event; the type requires an action for every kind. */
const auditActions = {
  [AccountAction.REGISTERED]: 'register.account',
  [AccountAction.APPROVED]: 'approve.account',
  [AccountAction.REJECTED]: 'reject.account',
  [AccountAction.SUSPENDED]: 'suspend.account',
  [AccountAction.SUBSCRIPTION_SET]: 'set.subscription',
  [AccountAction.KEY_GENERATED]: 'generate.api-key',
  [AccountAction.KEY_DELETED]: 'delete.api-key',
  [AccountAction.KEY_REVOKED]: 'revoke.api-key',
} as const satisfies Record<AccountAction, string>;

const actions = new Map<string, AccountAction>(
  Object.values(AccountAction).map((action) => [auditActions[action], action]),
);

export function auditActionOf<Action extends AccountAction>(action: Action): (typeof auditActions)[Action] {
  return auditActions[action];
}

/**
 * The account action that an audit log action records.
 * @throws {Error} for an action that is not about an account
 */
export function actionOf(auditAction: string): AccountAction {
  const action = actions.get(auditAction);
  if (action === undefined) throw new Error(`${auditAction} is not an account action`);
  return action;
}

import { DomainError } from '../../../../platform/domain-error.js';
import type { AccountStatus } from '../vocabulary.js';

export type StatusChange = 'approve' | 'reject' | 'suspend';

/** The status before and after each decision of an administrator: specification, section 3. */
const changes: Readonly<Record<StatusChange, { from: readonly AccountStatus[]; to: AccountStatus }>> = {
  approve: { from: ['pending', 'rejected', 'suspended'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
  suspend: { from: ['approved'], to: 'suspended' },
};

/**
 * The status that follows a decision.
 * @throws {DomainError} CONFLICT when the decision does not apply to the status of the account
 */
export function statusAfter(change: StatusChange, account: { username: string; status: AccountStatus }): AccountStatus {
  const { from, to } = changes[change];
  if (from.includes(account.status)) return to;
  throw new DomainError(
    'CONFLICT',
    `The account ${account.username} is ${account.status}: only accounts that are ${from.join(' or ')} can be ${past[change]}`,
    { status: account.status },
  );
}

const past: Readonly<Record<StatusChange, string>> = {
  approve: 'approved',
  reject: 'rejected',
  suspend: 'suspended',
};

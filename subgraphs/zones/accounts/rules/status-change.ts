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
 * The status of an account after a decision.
 * @throws {DomainError} CONFLICT if the decision does not apply to the status of the account
 */
export function nextStatus(change: StatusChange, account: { username: string; status: AccountStatus }): AccountStatus {
  const { from, to } = changes[change];
  if (from.includes(account.status)) return to;
  throw new DomainError(
    'CONFLICT',
    `The account ${account.username} is ${account.status}: only accounts that are ${alternatives.format(from)} can be ${pastParticiples[change]}`,
    { status: account.status },
  );
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const pastParticiples: Readonly<Record<StatusChange, string>> = {
  approve: 'approved',
  reject: 'rejected',
  suspend: 'suspended',
};
